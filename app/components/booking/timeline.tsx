import { Sign } from "#app/components/icon.tsx";
import { bookingSeats, seatPositions, TableDrawing, yourSeatClass } from "#app/components/table-drawing.tsx";
import type { TimelineStop, TimelineStopKind } from "#app/lib/event/timeline.ts";

interface TimelineProps {
  stops: TimelineStop[];
}

export const Timeline = ({ stops }: TimelineProps) => (
  <ol className="timeline">
    {stops.map((stop) => (
      <li
        key={stop.kind}
        className={[
          `timeline-${stop.kind.replace(" ", "-")}`,
          stop.when === "past" && "timeline-past",
          stop.isFree && "timeline-free",
          stop.isFreeOver && "timeline-over",
        ]
          .filter(Boolean)
          .join(" ")}
      >
        <span aria-hidden="true" className={`timeline-figure ${stop.when === "later" ? "text-ink-3" : ""}`}>
          <Figure kind={stop.kind} />
        </span>
        <StopText stop={stop} />
      </li>
    ))}
  </ol>
);

function StopText({ stop: { kind, title, text, note, freeNote, isFreeOver } }: { stop: TimelineStop }) {
  const freeClass = isFreeOver ? "text-ink-2" : "text-green-text";
  return (
    <p className="grid content-start gap-px text-left">
      <span
        className={`font-strong ${kind === "today" ? "text-paprika-text" : kind === "free until" ? freeClass : ""}`}
      >
        {title}
      </span>{" "}
      {text && <span className="text-small text-ink-2">{text}</span>}{" "}
      {note && <span className="text-small text-ink-2">{note}</span>}{" "}
      {freeNote && (
        <span className={`mt-1 flex gap-1.5 text-small ${freeClass}`}>
          {!isFreeOver && <Sign name="check" className="mt-0.5 size-4" />}
          {freeNote}
        </span>
      )}
    </p>
  );
}

function Figure({ kind }: { kind: TimelineStopKind }) {
  switch (kind) {
    case "booked":
      return <TableDrawing seats={bookingSeats.pending} stroke={2} />;
    case "tables made":
      return <TableDrawing seats={bookingSeats.confirmed} stroke={2} />;
    case "on standby":
      return (
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <circle cx="43" cy="42" r="21" fill="none" stroke="currentColor" strokeWidth="2" />
          {["43 76", "11 53", "23 15", "63 15", "75 53"].map((place) => (
            <circle key={place} r="5.6" className="fill-current" transform={`translate(${place})`} />
          ))}
          <circle cx="86" cy="82" r="6" className="fill-paprika" />
        </svg>
      );
    case "standby ends":
      return (
        <svg
          viewBox="0 0 100 100"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        >
          <circle cx="50" cy="50" r="25" />
          <path d="M50 35v16l11 8" />
        </svg>
      );
    case "dinner":
      return <TableDrawing seats={bookingSeats.confirmed} stroke={2} isLaid />;
    case "day after":
      return <MeetAgain />;
    case "today":
    case "free until":
      return null;
  }
}

const seats = seatPositions(40);

/** Draws a line from you to each person you would meet again. */
function MeetAgain() {
  const [you, ...others] = seats;
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="25" fill="none" stroke="currentColor" />
      {[others[1], others[3]].map(
        (other) =>
          you &&
          other && (
            <path
              key={other.x}
              d={`M${you.x} ${you.y}L${other.x} ${other.y}`}
              className="stroke-paprika"
              strokeWidth="2.4"
            />
          ),
      )}
      {seats.map(({ x, y }, i) => (
        <circle key={x} cx={x} cy={y} r="6.6" className={i === 0 ? yourSeatClass : "fill-current"} />
      ))}
    </svg>
  );
}
