import laidTable from "#app/assets/laid-table.svg";
import whiteLaidTable from "#app/assets/laid-table-white.svg";
import { tableSize } from "#app/lib/table-size.ts";
import { Face } from "./face.tsx";

export interface PartyMember {
  firstName: string;
  photo: string | null;
  isYou: boolean;
}

interface PartyProps {
  /** Clockwise from the viewer's own seat. */
  members: PartyMember[];
  tableNumber: number | null;
  className?: string;
}

const seats = Array.from({ length: tableSize }, (_, seat) => seat);

export function Party({ members, tableNumber, className = "" }: PartyProps) {
  return (
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
                  <span className="party-name text-label">Free seat</span>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface LaidTableProps {
  number?: number | null;
  /** On a light wash. */
  isWhite?: boolean;
}

/** The number is said elsewhere too. */
export function LaidTable({ number = null, isWhite = false }: LaidTableProps) {
  return (
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
}
