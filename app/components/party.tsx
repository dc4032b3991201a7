import laidTable from "#app/assets/laid-table.svg";
import type { DrawnFace } from "#app/lib/account/draw-face.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { Drawing } from "./drawing.tsx";

export interface PartyMember {
  firstName: string;
  photo: string | null;
  drawn: DrawnFace;
  isYou: boolean;
}

interface PartyProps {
  /** Clockwise from the viewer's own seat. */
  members: PartyMember[];
  tableNumber: number | null;
  /** What a seat says that nobody has; null to leave it out. */
  freeSeat?: string | null;
  /** Who was asked to sit beside the viewer, and hasn’t said yes. */
  hopedFor?: string | null;
  /** The viewer stayed away. */
  isWithoutYou?: boolean;
  className?: string;
}

const seats = Array.from({ length: tableSize }, (_, seat) => seat);

export const Party = ({
  members,
  tableNumber,
  freeSeat = "Free seat",
  hopedFor = null,
  isWithoutYou = false,
  className = "",
}: PartyProps) => (
  <div className={`party ${className}`}>
    <div className="party-table">
      <LaidTable number={tableNumber} />
    </div>
    <ul aria-label="Your table">
      {seats.map((seat) => {
        const member = members[seat];
        const isHopedFor = hopedFor !== null && seat === 1;
        if (!member && freeSeat === null) return null;
        return (
          <li key={seat} className={`party-seat-${seat}`}>
            {member && !(isWithoutYou && member.isYou) ? (
              <>
                <Face {...member} seat={member.isYou ? 0 : seat} />
                <span className="party-name w-full truncate text-label font-strong">
                  {member.isYou ? "You" : member.firstName}
                </span>
              </>
            ) : (
              <>
                <span
                  className={`face rounded-round border-dashed shadow-none! ${isHopedFor ? "border-2 border-coral" : "border border-on-green-2"}`}
                />
                <span className="party-name w-full truncate text-label">
                  {member ? "Your seat" : isHopedFor ? `${hopedFor}?` : freeSeat}
                </span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  </div>
);

/** The page also says the number in another place. */
const LaidTable = ({ number }: { number: number | null }) => (
  <>
    <img src={laidTable} alt="" width="216" height="216" className="w-full dark:brightness-90" />
    {number !== null && (
      <span
        aria-hidden="true"
        className="display figures absolute inset-0 grid place-items-center text-[1.75rem]/none tracking-[-0.03em] text-[#1f1b16] md:text-[2rem]/none"
      >
        {number}
      </span>
    )}
  </>
);

interface FaceProps {
  photo: string | null;
  drawn: DrawnFace;
  /** 0 is the viewer's seat. */
  seat: number;
  className?: string;
}

/** A photo or a drawn face, beside the name. The parent sets its size. */
export function Face({ photo, drawn, seat, className = "" }: FaceProps) {
  const shape = `face ${seat === 0 ? "face-you" : ""} ${className}`;
  if (!photo) return <Drawing drawn={drawn} className={shape} />;
  return (
    <img
      src={photo}
      alt=""
      width="112"
      height="112"
      className={`${shape} rounded-round bg-sunk object-cover`}
    />
  );
}

/** For whom no restaurant cooks yet: a plate with what they eat, and no seat. */
export const PlateDrawing = ({ label, className = "" }: { label: string; className?: string }) => (
  <div
    aria-hidden="true"
    className={`floor grid place-items-center content-center gap-3 px-4 py-6 ${className}`}
  >
    <svg
      aria-hidden="true"
      viewBox="-40 -24 80 48"
      fill="none"
      strokeLinecap="round"
      className="w-[min(14rem,60vw)] lg:w-72"
    >
      <circle r="20.5" fill="#fffbf3" />
      <circle r="14" stroke="#e5d4b6" />
      <path
        d="M-33-9v5q0 3 3 3t3-3v-5M-30-9v22M29-10v23M29-10q5 4 0 12"
        className="stroke-on-green"
        strokeWidth="1.8"
      />
      <circle r="7" className="fill-candle" opacity=".5" />
      <circle r="3" className="fill-saffron" />
    </svg>
    {label && (
      <span className="display -rotate-2 rounded-paper bg-[#fffbf3] px-5 pt-1.5 pb-2 text-center text-3 text-[#1f1b16] shadow-card">
        {label}
      </span>
    )}
  </div>
);

/** The viewer, on the way to a seat that may come free. */
export const WaitingDrawing = ({ you }: { you: PartyMember }) => (
  <div aria-hidden="true" className="queue-room">
    <div className="queue">
      <TableWithFreeSeat />
      <span className="queue-you">
        <Face {...you} seat={0} />
        <span className="text-label font-strong">You</span>
      </span>
    </div>
  </div>
);

const standbySeats = Array.from({ length: tableSize }, (_, seat) => seat);

const TableWithFreeSeat = () => (
  <>
    <div className="queue-table">
      <LaidTable number={null} />
    </div>
    {standbySeats.map((seat) => (
      <span key={seat} className={`queue-seat queue-seat-${seat}`} />
    ))}
    <svg viewBox="0 0 280 272" fill="none" aria-hidden="true" className="queue-path">
      <path
        d="M142 214Q168 228 194 214"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="1 6"
        strokeLinecap="round"
      />
    </svg>
  </>
);

interface TwoSeatsProps {
  one: SeatOfTwo;
  other: SeatOfTwo;
  /** Both have said yes. */
  areTogether?: boolean;
}

interface SeatOfTwo {
  name: string;
  /** Null of somebody who has not said yes, or is not known. */
  drawn: DrawnFace | null;
  /** Instead of a face. */
  sign?: string;
}

/** Two seats that belong together: of a diner, and of the friend they ask to come along. */
export const TwoSeats = ({ one, other, areTogether = false }: TwoSeatsProps) => (
  <div
    aria-hidden="true"
    className="grid w-full max-w-80 grid-cols-[minmax(0,7fr)_minmax(0,6fr)_minmax(0,7fr)] items-center gap-y-2 text-center"
  >
    <OneOfTwo {...one} />
    <span className={`border-t-3 border-coral ${areTogether ? "" : "border-dashed"}`} />
    <OneOfTwo {...other} />
    <span className="truncate font-strong">{one.name}</span>
    <span className="col-start-3 truncate font-strong">{other.name}</span>
  </div>
);

const OneOfTwo = ({ drawn, sign = "?" }: SeatOfTwo) =>
  drawn ? (
    <Drawing drawn={drawn} className="ring-2 ring-on-green" />
  ) : (
    <span className="display grid aspect-square w-full place-items-center rounded-round border-2 border-dashed border-coral text-[1.25rem]">
      {sign}
    </span>
  );
