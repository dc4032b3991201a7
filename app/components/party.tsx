import laidTable from "#app/assets/laid-table.svg";
import whiteLaidTable from "#app/assets/laid-table-white.svg";
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
  /** What a seat says that nobody has. */
  freeSeat?: string;
  /** The viewer stayed away. */
  isWithoutYou?: boolean;
  className?: string;
}

const seats = Array.from({ length: tableSize }, (_, seat) => seat);

export const Party = ({
  members,
  tableNumber,
  freeSeat = "Free seat",
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
                <span className="face rounded-round border border-dashed border-on-green-2 shadow-none!" />
                <span className="party-name text-label">{member ? "Your seat" : freeSeat}</span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  </div>
);

interface LaidTableProps {
  number?: number | null;
  /** True on a light background. */
  isWhite?: boolean;
}

/** The page also says the number in another place. */
const LaidTable = ({ number = null, isWhite = false }: LaidTableProps) => (
  <>
    <picture>
      {isWhite && <source srcSet={laidTable} media="(prefers-color-scheme: dark)" />}
      <img
        src={isWhite ? whiteLaidTable : laidTable}
        alt=""
        width="216"
        height="216"
        className="w-full dark:brightness-90"
      />
    </picture>
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

interface WaitingDrawingProps {
  you: PartyMember;
  /** No restaurant of the dinner suits the viewer. */
  isUnsuited: boolean;
}

/** The viewer, next to what they wait for. */
export const WaitingDrawing = ({ you, isUnsuited }: WaitingDrawingProps) => (
  <div aria-hidden="true" className="queue-room">
    <div className="queue">
      {isUnsuited ? <Menu /> : <FullTable />}
      <span className="queue-you">
        <Face {...you} seat={0} />
        <span className="text-label font-strong">You</span>
      </span>
    </div>
  </div>
);

/** One dish is missing. */
const Menu = () => (
  <svg viewBox="0 0 280 272" fill="none" aria-hidden="true" className="queue-path">
    <g transform="rotate(-4 110 120)">
      <rect x="34" y="14" width="146" height="206" rx="5" className="fill-surface stroke-line-strong" />
      <rect x="43" y="23" width="128" height="188" rx="2" className="stroke-line" />
      <g className="stroke-ink-2" strokeWidth="2" strokeLinecap="round">
        <path d="M84 46h46M98 54h18M58 82h58M144 82h12M58 112h68M144 112h12M58 142h50M144 142h12" />
        <path d="M58 92h36M58 122h30M58 152h40" className="stroke-line-strong" />
      </g>
      <rect
        x="54"
        y="168"
        width="106"
        height="28"
        rx="14"
        className="stroke-paprika"
        strokeWidth="2"
        strokeDasharray="4 6"
        strokeLinecap="round"
      />
    </g>
    <path
      d="M164 192Q186 206 208 213"
      stroke="currentColor"
      strokeWidth="2"
      strokeDasharray="1 6"
      strokeLinecap="round"
    />
  </svg>
);

const standbySeats = Array.from({ length: tableSize }, (_, seat) => seat);

const FullTable = () => (
  <>
    <div className="queue-table">
      <LaidTable isWhite />
    </div>
    {standbySeats.map((seat) => (
      <span key={seat} className={`queue-seat queue-seat-${seat}`} />
    ))}
    <svg viewBox="0 0 280 272" fill="none" aria-hidden="true" className="queue-path">
      <path
        d="M178 172Q190 196 212 206"
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
