import { Sign, type SignName } from "#app/components/icon.tsx";
import { Face } from "#app/components/party.tsx";
import type { DinerState, DinnerDiner } from "./describe-dinner.server.ts";

const signs: Partial<Record<NonNullable<DinerState>, { sign: SignName; className: string }>> = {
  here: { sign: "check", className: "bg-on-green text-[#1f4d3f]" },
  late: { sign: "clock", className: "bg-[#f8ebcf] text-[#7c5209]" },
  "can't come": { sign: "cross", className: "bg-on-green text-[#1f1b16]" },
};

/** A sign and words under each face. */
export const DinnerDiners = ({ diners }: { diners: DinnerDiner[] }) => (
  <ul
    aria-label="Your table"
    className="dinner-diners mx-auto grid w-full max-w-160 auto-cols-fr grid-flow-col gap-1 text-label"
  >
    {diners.map((diner) => (
      <li key={diner.bookingId} className="grid min-w-0 content-start justify-items-center">
        <span className="relative mb-2">
          <Face
            name={diner.firstName}
            photo={diner.photo}
            seat={diner.seat}
            className={diner.state === "can't come" ? "opacity-50 grayscale" : ""}
          />
          <StateSign state={diner.state} />
        </span>
        <b className="w-full truncate font-strong">{diner.isYou ? "You" : diner.firstName}</b>
        {diner.state && <span className="leading-tight">{describeState(diner)}</span>}
      </li>
    ))}
  </ul>
);

const describeState = ({ state, lateMinutes }: Pick<DinnerDiner, "state" | "lateMinutes">) =>
  state === "late" ? `${lateMinutes} min late` : state === "can't come" ? "can’t come" : state;

function StateSign({ state }: { state: DinerState }) {
  const shown = state && signs[state];
  if (!shown) return null;
  return (
    <span
      className={`absolute -right-1 -bottom-0.5 grid size-6 place-items-center rounded-round ${shown.className}`}
    >
      <Sign name={shown.sign} className="size-4" />
    </span>
  );
}
