import type { ReactNode } from "react";
import type { EmailContent, EmailStop } from "#app/emails/template.ts";
import { club } from "#club";

export const serif = "Fraunces, Georgia, 'Times New Roman', serif";
export const sans = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/** The text that an inbox shows next to the subject. */
export const Preview = ({ children }: { children: ReactNode }) => (
  <div style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>{children}</div>
);

export const Wordmark = ({ origin }: { origin: string }) => (
  <Table className="ink" style={{ padding: "22px 24px", color: "#1f1b16" }}>
    <a
      href={origin}
      style={{
        font: `400 28px/1 ${serif}`,
        letterSpacing: "-0.03em",
        color: "inherit",
        textDecoration: "none",
      }}
    >
      <img
        src={`${origin}/mail-mark.png`}
        alt=""
        width="32"
        height="32"
        style={{ verticalAlign: "middle", marginRight: 10 }}
      />
      {club.name}
    </a>
  </Table>
);

/** Draws you and another diner, joined by a line. It uses cells, because many inboxes hide pictures. */
export function TwoDots() {
  const dot = (color: string) => (
    <td width="30" height="30" style={{ background: color, borderRadius: 15, fontSize: 0, lineHeight: 0 }}>
      &nbsp;
    </td>
  );
  return (
    <Table style={{ background: club.colors.ground, padding: "54px 24px" }}>
      <table role="presentation" align="center" cellPadding={0} cellSpacing={0}>
        <tbody>
          <tr>
            {dot("#f6eedf")}
            <td width="112" style={{ padding: 0 }}>
              <Table style={{ background: club.colors.you }}>
                <div style={{ height: 4, fontSize: 0, lineHeight: 0 }}>&nbsp;</div>
              </Table>
            </td>
            {dot(club.colors.you)}
          </tr>
        </tbody>
      </table>
    </Table>
  );
}

type Link = NonNullable<EmailContent["action"]>;

export function Facts({ facts }: { facts: [string, string[]][] }) {
  const cell = { padding: "14px 0", verticalAlign: "top", borderTop: "1px solid #e2d7c5", lineHeight: 1.5 };
  return (
    <table
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: "8px 0 24px", borderCollapse: "collapse" }}
    >
      <tbody>
        {facts.map(([name, [first, ...others]]) => (
          <tr key={name}>
            <th
              scope="row"
              className="rule quiet"
              style={{
                ...cell,
                width: 88,
                textAlign: "left",
                fontSize: 15,
                fontWeight: 400,
                color: "#5c5247",
              }}
            >
              {name}
            </th>
            <td className="rule" style={{ ...cell, fontSize: 17 }}>
              {first}
              {others.map((line) => (
                <div key={line} className="quiet" style={{ fontSize: 15, color: "#5c5247" }}>
                  {line}
                </div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Action({ label, href }: Link) {
  const paint = { background: club.colors.accent, color: "#fff9f0", borderRadius: 999 };
  const type = { fontSize: 16, fontWeight: 600, textDecoration: "none" };
  return (
    <p style={{ margin: "28px 0 0" }}>
      <a href={href} style={{ ...paint, ...type, display: "inline-block", padding: "16px 32px" }}>
        <span style={{ color: "#fff9f0" }}>{label}</span>
      </a>
    </p>
  );
}

export const Links = ({ links }: { links: Link[] }) => (
  <p style={{ margin: "20px 0 0", fontSize: 15, lineHeight: 1.6 }}>
    {links.map(({ label, href }, i) => (
      <span key={href}>
        {i > 0 && " · "}
        <a href={href} style={{ color: "inherit" }}>
          {label}
        </a>
      </span>
    ))}
  </p>
);

interface TableProps {
  className?: string;
  style: React.CSSProperties;
  children: ReactNode;
}

export function Table({ className, style, children }: TableProps) {
  const { padding, ...outer } = style;
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className={padding ? undefined : className}
      style={{ borderCollapse: "collapse", ...outer }}
    >
      <tbody>
        <tr>
          <td className={padding ? className : undefined} style={{ padding: padding ?? 0 }}>
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const nothing = { padding: 0, fontSize: 0, lineHeight: 0 };
/** The line is at least this high. A taller text makes this row higher, not the row of the picture. */
const line = { padding: 0, fontSize: 1, lineHeight: "26px" };
const rule = "1px solid #e2d7c5";

/** Each stop has two rows: its picture, and below it the line to the next stop, as long as the words. */
export const Timeline = ({ stops, origin }: { stops: EmailStop[]; origin: string }) => (
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
