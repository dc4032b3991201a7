import { seed } from "#app/cli/seed.ts";
import type { Club, ClubOptions } from "#tests/support/start-club.ts";
import { accountScreens } from "./account-screens.ts";
import { bookingScreens } from "./booking-screens.ts";
import { eveningScreens } from "./evening-screens.ts";
import { eventScreens } from "./event-screens.ts";
import { newClubScreens, publicScreens } from "./public-screens.ts";
import { quizScreens } from "./quiz-screens.ts";
import type { Screen, ScreenList } from "./screen.ts";
import { settingsScreens } from "./settings-screens.ts";

/** Every page that a person can see, in every state. A route of the build that none of them shows fails a test. */
export const screenLists = {
  visitors: [publicScreens, accountScreens],
  newClub: [newClubScreens],
  quiz: [quizScreens, settingsScreens],
  bookings: [eventScreens, bookingScreens],
  evenings: [eveningScreens],
} satisfies Record<string, ScreenList[]>;

export type ScreenListName = keyof typeof screenLists;

export const screenListNames = Object.keys(screenLists) as ScreenListName[];

export const clubOptions = {
  vars: { SHOW_FIGURES: "yes", SAFETY_PHONE: "+36 1 555 0199" },
  timeZone: "Europe/Budapest",
} satisfies ClubOptions;

/** Shows one screen after the other. Each list begins in the club that the lists before it have left. */
export async function eachScreen(
  club: Club,
  name: ScreenListName,
  look: (screen: Screen) => Promise<void>,
): Promise<void> {
  if (name !== "newClub") await seed(club.binding, new Date());
  for (const list of screenLists[name])
    for (const screen of await list.create(club)) {
      await look(screen);
      await screen.tidy?.();
    }
}
