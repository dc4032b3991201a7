import { Sign } from "./sign.tsx";
import { bookingSeats, TableDrawing } from "./table-drawing.tsx";

export interface TimelineStop {
  kind: "booked" | "tables made" | "on standby" | "today" | "standby ends" | "dinner";
  title: string;
  text: string | null;
  /** Until when canceling is free. */
  freeNote?: string;
  /** Canceling is free from this stop to the next one. */
  isFree?: boolean;
}

interface TimelineProps {
  stops: TimelineStop[];
  /** Lies down on large screens. */
  isWide?: boolean;
}

export function Timeline({ stops, isWide = false }: TimelineProps) {
  return (
    <ol className={`timeline ${isWide ? "timeline-wide" : ""}`}>
      {stops.map(({ kind, title, text, freeNote, isFree }) => (
        <li
          key={kind}
          className={`${kind === "today" ? "timeline-today" : ""} ${isFree ? "timeline-free" : ""}`}
        >
          <span aria-hidden="true" className="timeline-figure">
            <Figure kind={kind} />
          </span>
          <p className="grid content-start gap-px">
            <span className={`font-strong ${kind === "today" ? "text-paprika-text" : ""}`}>{title}</span>
            {text && <span className="text-small text-ink-2">{text}</span>}
            {freeNote && (
              <span className="mt-1 flex gap-1.5 text-small font-label text-green-text">
                <Sign name="check" className="mt-0.5 size-4" />
                {freeNote}
              </span>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Figure({ kind }: { kind: TimelineStop["kind"] }) {
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
    default:
      return null;
  }
}
