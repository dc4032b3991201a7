import type { EmailStop } from "#app/emails/template.ts";

interface TimelineProps {
  stops: EmailStop[];
  origin: string;
}

const nothing = { padding: 0, fontSize: 0, lineHeight: 0 };
/** The line is at least this high. A taller text makes this row higher, not the row of the picture. */
const line = { padding: 0, fontSize: 1, lineHeight: "26px" };
const rule = "1px solid #e2d7c5";

/** Each stop has two rows: its picture, and below it the line to the next stop, as long as the words. */
export function Timeline({ stops, origin }: TimelineProps) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className="rule"
      style={{ margin: "8px 0 0", borderTop: rule, borderBottom: rule }}
    >
      <tbody>
        <tr>
          <td style={{ padding: "22px 0 6px" }}>
            <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
              <tbody>
                {stops.map((stop, i) => (
                  <Stop key={stop.title} stop={stop} origin={origin} isLast={i === stops.length - 1} />
                ))}
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Stop({ stop, origin, isLast }: { stop: EmailStop; origin: string; isLast: boolean }) {
  const { drawing, title, lines, freeNote, isFree, isOver } = stop;
  return (
    <>
      <tr>
        <td colSpan={5} width="44" height="44" style={{ ...nothing, verticalAlign: "top" }}>
          <img
            src={`${origin}/mail-stop-${drawing}.png`}
            alt=""
            width="44"
            height="44"
            style={{ display: "block" }}
          />
        </td>
        <td
          rowSpan={2}
          className="quiet"
          style={{
            padding: "2px 0 18px 16px",
            verticalAlign: "top",
            fontSize: 15,
            lineHeight: 1.5,
            color: "#5c5247",
          }}
        >
          <span className="ink" style={{ fontSize: 16, fontWeight: 600, color: "#1f1b16" }}>
            {title}
          </span>
          {lines.map((line) => (
            <div key={line}>{line}</div>
          ))}
          {freeNote && (
            <div
              className={isOver ? undefined : "free"}
              style={{ fontWeight: 600, color: isOver ? "inherit" : "#1f4d3f" }}
            >
              {freeNote}
            </div>
          )}
        </td>
      </tr>
      <tr>
        <td width="20" style={nothing} />
        <LineCell isDrawn={isFree && !isLast} isFree />
        <LineCell isDrawn={!isLast} isFree={isFree} />
        <LineCell isDrawn={isFree && !isLast} isFree />
        <td width="21" style={nothing} />
      </tr>
    </>
  );
}

/** The line is 1 px wide, and 3 px while canceling is free. */
function LineCell({ isDrawn, isFree }: { isDrawn: boolean; isFree: boolean }) {
  if (!isDrawn) return <td width="1" style={nothing} />;
  return (
    <td
      width="1"
      className={isFree ? "free-line" : undefined}
      style={{ ...line, background: isFree ? "#1f4d3f" : "#8c7f6d" }}
    >
      &nbsp;
    </td>
  );
}

/** For plain text: "Booked: Sunday, November 22". */
export const describeStops = (stops: EmailStop[]): string =>
  stops
    .map(({ title, lines, freeNote }) => {
      const texts = [...lines, ...(freeNote ? [`${freeNote}.`] : [])];
      return texts.length > 0 ? `${title}: ${texts.join("\n")}` : title;
    })
    .join("\n\n");
