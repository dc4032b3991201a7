import { Face } from "#app/components/face.tsx";
import { LaidTable, type PartyMember } from "#app/components/party.tsx";
import { tableSize } from "#app/lib/table-size.ts";

const seats = Array.from({ length: tableSize }, (_, seat) => seat);

/** A full table, and the viewer next to it. */
export function StandbyDrawing({ you: { firstName, photo } }: { you: PartyMember }) {
  return (
    <div aria-hidden="true" className="queue">
      <div className="queue-table">
        <LaidTable isWhite />
      </div>
      {seats.map((seat) => (
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
}
