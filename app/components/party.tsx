import laidTable from "#app/assets/laid-table.svg";
import whiteLaidTable from "#app/assets/laid-table-white.svg";
import { avatarAddress } from "#app/lib/account/person.ts";
import { tableSize } from "#app/lib/table-size.ts";

export interface PartyMember {
  firstName: string;
  photo: string | null;
  isYou: boolean;
}

interface PartyProps {
  /** Clockwise from the viewer's own seat. */
  members: PartyMember[];
  tableNumber: number | null;
  /** What a seat says that nobody has. */
  freeSeat?: string;
  className?: string;
}

const seats = Array.from({ length: tableSize }, (_, seat) => seat);

export const Party = ({ members, tableNumber, freeSeat = "Free seat", className = "" }: PartyProps) => (
  <div className={`party ${className}`}>
    <div className="party-table">
      <LaidTable number={tableNumber} />
    </div>
    <ul aria-label="Your table">
      {seats.map((seat) => {
        const member = members[seat];
        return (
          <li key={seat} className={`party-seat-${seat}`}>
            {member ? (
              <>
                <Face name={member.firstName} photo={member.photo} seat={member.isYou ? 0 : seat} />
                <span className="party-name w-full truncate text-label font-strong">
                  {member.isYou ? "You" : member.firstName}
                </span>
              </>
            ) : (
              <>
                <span className="face rounded-round border border-dashed border-on-green-2 shadow-none!" />
                <span className="party-name text-label">{freeSeat}</span>
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
  /** Shown next to it, too. */
  name: string;
  photo: string | null;
  /** 0 is the viewer's seat, so that no table has a color twice. */
  seat: number;
  className?: string;
}

/** Paprika is only for the viewer. */
const colors = ["bg-paprika", "bg-face-1", "bg-face-2", "bg-face-3", "bg-face-4"];

const segmenter = new Intl.Segmenter("en");

const readInitial = (name: string) =>
  segmenter.segment(name.trim()).containing(0)?.segment.toUpperCase() ?? "";

/** `/avatars/:file` answers with the default avatar if no photo has that name. */
export const defaultAvatar = "/avatars/default";

/** A photo, the first letter of the name, or the default avatar if there is no name. The parent sets its size. */
export function Face({ name, photo, seat, className = "" }: FaceProps) {
  const shape = `face rounded-round ${seat === 0 ? "face-you" : ""} ${className}`;
  const picture = photo ?? (readInitial(name) ? null : defaultAvatar);
  if (picture)
    return <img src={picture} alt="" width="112" height="112" className={`${shape} bg-sunk object-cover`} />;
  return (
    <span
      aria-hidden="true"
      className={`${shape} display grid place-items-center pb-[0.06em] leading-none text-on-paprika ${colors[seat % colors.length]}`}
    >
      {readInitial(name)}
    </span>
  );
}

interface Diner {
  userId: string;
  firstName: string;
  avatarUrl: string | null;
}

/** Clockwise from the viewer: all diners of a table see the same neighbors. */
export function seatDiners(diners: readonly Diner[], userId: string): PartyMember[] {
  const own = Math.max(
    0,
    diners.findIndex((diner) => diner.userId === userId),
  );
  return [...diners.slice(own), ...diners.slice(0, own)].map((diner) => ({
    firstName: diner.firstName,
    photo: avatarAddress(diner.avatarUrl),
    isYou: diner.userId === userId,
  }));
}

const standbySeats = Array.from({ length: tableSize }, (_, seat) => seat);

/** A full table, and the viewer next to it. */
export const StandbyDrawing = ({ you: { firstName, photo } }: { you: PartyMember }) => (
  <div aria-hidden="true" className="queue">
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
    <span className="queue-you">
      <Face name={firstName} photo={photo} seat={0} />
      <span className="text-label font-strong">You</span>
    </span>
  </div>
);
