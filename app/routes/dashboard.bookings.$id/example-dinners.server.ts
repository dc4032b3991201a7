import { listIcebreakers } from "#app/lib/icebreakers.ts";
import type { DinerState, DinnerDiner, DinnerView } from "./describe-dinner.server.ts";

const names = ["Lőrinc", "Lili", "Zsófi", "Dániel", "Réka"];

const listDiners = (states: DinerState[], reported: string[] = []): DinnerDiner[] =>
  names.map((firstName, i) => ({
    bookingId: firstName,
    firstName,
    photo: null,
    isYou: i === names.length - 1,
    seat: (i + 1) % names.length,
    state: states[i] ?? null,
    lateMinutes: states[i] === "late" ? 10 : null,
    isReportedMissing: reported.includes(firstName),
    isSeenHere: false,
  }));

const shares = ["Most of you could talk about books for hours."];

const createPlace = (name: string, tableNumber: number): DinnerView["place"] => ({
  name,
  address: "Pozsonyi út 17",
  district: "Újlipótváros",
  venueId: "lindenhof",
  venuePhoto: null,
  mapsLink: "https://www.google.com/maps/",
  phone: "+36 1 555 0100",
  tableNumber,
});

const beforehand: DinnerView = {
  id: "example",
  place: createPlace("Három Galamb", 7),
  when: "Tonight, 7:00 PM",
  asOf: "11:02 AM",
  can: { say: false, cancel: true, checkIn: false, reportMissing: false },
  lateFrom: "4:00 PM",
  checkInFrom: "6:30 PM",
  hasHost: true,
  diners: listDiners([]),
  ownState: null,
  canTakeBackHere: false,
  ownLateMinutes: null,
  icebreaker: { text: listIcebreakers(shares, 7)[0] ?? "", position: 1, count: 5, next: 2 },
  shares,
  hasReceipt: true,
  deposit: null,
  safety: { email: "hello@oten.example", phone: "+36 1 555 0199", emergency: "112" },
};

const shortlyBefore: DinnerView = {
  ...beforehand,
  id: "example-2",
  place: createPlace("Kis Kakukk Vendéglő", 23),
  asOf: "6:52 PM",
  can: { say: true, cancel: true, checkIn: true, reportMissing: false },
  diners: listDiners(["here", "here", "late", "can't come", "late"]),
  ownState: "late",
  ownLateMinutes: 10,
};

/** For /dev/components. Nobody in them is real, and their forms lead nowhere. */
export const listExampleDinners = (): { title: string; dinner: DinnerView }[] => [
  { title: "in the morning", dinner: beforehand },
  { title: "shortly before", dinner: shortlyBefore },
  {
    title: "a quarter of an hour after the start",
    dinner: {
      ...beforehand,
      id: "example-3",
      place: createPlace("Tűzhely", 140),
      asOf: "7:20 PM",
      can: { say: true, cancel: false, checkIn: true, reportMissing: true },
      diners: listDiners(["here", "late", "no word yet", "no word yet", "here"], ["Dániel"]),
      canTakeBackHere: false,
      ownState: "here",
    },
  },
];
