import { Fragment, type ReactNode } from "react";
import type { EmailContent, EmailStop } from "#app/emails/template.ts";
import { facePath } from "#app/lib/account/draw-face.ts";
import { club } from "#club";

/** Seen on light and dark paper. */
const gray = "#8c7f6d";

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

const cream = "#f6eedf";

interface FacesProps {
  faces: NonNullable<EmailContent["faces"]>;
  origin: string;
}

export const Faces = ({ faces: { of, hasYou, isJoined }, origin }: FacesProps) => (
  <Table style={{ background: club.colors.ground, padding: "36px 20px" }}>
    <table role="presentation" align="center" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          {of.map(({ firstName, face }, i) => (
            <Fragment key={face ? facePath(face) : i}>
              {isJoined && i > 0 && (
                <td width="72" style={{ padding: "46px 0 0", verticalAlign: "top" }}>
                  <Table style={{ background: club.colors.you }}>
                    <div style={{ height: 4, fontSize: 0, lineHeight: 0 }}>&nbsp;</div>
                  </Table>
                </td>
              )}
              <td style={{ padding: isJoined ? 0 : "0 2px", verticalAlign: "top" }}>
                <Face
                  src={face && origin + facePath(face)}
                  width={of.length > 2 ? 48 : 92}
                  {...(hasYou && i === 0 ? { border: club.colors.you, isTaken: true } : { border: cream })}
                />
                {firstName && <FirstName>{firstName}</FirstName>}
              </td>
            </Fragment>
          ))}
        </tr>
      </tbody>
    </table>
  </Table>
);

interface FaceProps {
  src: string | null;
  width: number;
  border: string;
  isTaken?: boolean;
}

/** A long name breaks before it widens the table. */
const FirstName = ({ children }: { children: string }) => (
  <div
    style={{
      maxWidth: 96,
      paddingTop: 6,
      font: `500 13px/1.2 ${sans}`,
      color: cream,
      textAlign: "center",
      overflowWrap: "anywhere",
    }}
  >
    {children}
  </div>
);

function Face({ src, width, border, isTaken = false }: FaceProps) {
  const round = { display: "block", width, height: width, margin: "0 auto", borderRadius: "50%" };
  const seat = isTaken
    ? { background: border, border: `2px solid ${border}` }
    : { border: `2px dashed ${border}` };
  if (!src) return <div style={{ ...round, ...seat, fontSize: 0 }}>&nbsp;</div>;
  return (
    <img src={src} alt="" width={width} height={width} style={{ ...round, border: `2px solid ${border}` }} />
  );
}

/** As in app/components/evening-drawing.tsx: a house is a table, and its five windows are the seats. */
const houses = [
  [2, 3],
  [1, 2, 2],
  [3, 2],
  [2, 1, 2],
  [1, 3, 1],
  [2, 2, 1],
];
const walls = ["#7a4a22", "#3e5568", "#6b3b4b"];
const night = "#1a130d";
const candle = "#ffc766";

export const Houses = ({ hasYours }: { hasYours: boolean }) => (
  <Table style={{ background: club.colors.ground, padding: "30px 0 0" }}>
    <table role="presentation" align="center" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          {houses.map((floors, i) => (
            <td key={floors.join()} style={{ padding: "0 2px", verticalAlign: "bottom" }}>
              <House
                wall={walls[i % walls.length]}
                floors={floors}
                height={56 + ((i * 7) % 18)}
                hasYours={hasYours && i === 3}
              />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
    <Table style={{ background: night }}>
      <div style={{ height: 8, fontSize: 0, lineHeight: 0 }}>&nbsp;</div>
    </Table>
  </Table>
);

interface HouseProps {
  wall: string | undefined;
  floors: number[];
  height: number;
  hasYours: boolean;
}

function House({ wall, floors, height, hasYours }: HouseProps) {
  const side = "23px solid transparent";
  const pane = { display: "inline-block", width: 7, height: 10, margin: "7px 3px 0" };
  const seats = floors.map((count, floor) =>
    Array.from({ length: count }, (_, i) => ({ id: `${floor} ${i}`, isYours: hasYours && floor === 1 })),
  );
  return (
    <>
      <div
        style={{
          width: 0,
          height: 0,
          borderLeft: side,
          borderRight: side,
          borderBottom: `12px solid ${night}`,
        }}
      />
      <div style={{ width: 46, height, background: wall, textAlign: "center", fontSize: 0, lineHeight: 0 }}>
        {seats.map((row) => (
          <div key={row[0]?.id}>
            {row.map(({ id, isYours }) => (
              <span key={id} style={{ ...pane, background: isYours ? club.colors.you : candle }} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

type Link = NonNullable<EmailContent["action"]>;

export function Facts({ facts }: { facts: [string, string[]][] }) {
  const fact = { padding: "14px 12px 14px 0", verticalAlign: "top", borderTop: rule, lineHeight: 1.5 };
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
                ...fact,
                width: 88,
                textAlign: "left",
                fontSize: 15,
                fontWeight: 400,
                color: "#5c5247",
              }}
            >
              {separateLines(name)}
            </th>
            <td className="rule" style={{ ...fact, fontSize: 17 }}>
              {first}
              {others.map((line) => (
                <div
                  key={line}
                  className="quiet"
                  // A restaurant looks for what is new on its sheet.
                  style={{
                    fontSize: 15,
                    color: "#5c5247",
                    fontWeight: line.startsWith("Changed: ") ? 600 : 400,
                  }}
                >
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

const separateLines = (text: string) => text.split("\n").map((line) => <div key={line}>{line}</div>);

export function Action({ label, href }: Link) {
  const paint = { background: club.colors.accent, color: "#fff9f0" };
  return (
    <p style={{ margin: "28px 0 0" }}>
      <a href={href} style={{ ...buttonStyle, ...paint, fontSize: 16, padding: "16px 24px" }}>
        <span style={{ color: "#fff9f0" }}>{label}</span>
      </a>
    </p>
  );
}

const buttonStyle = {
  display: "block",
  borderRadius: 28,
  fontWeight: 600,
  textAlign: "center",
  textDecoration: "none",
} as const;

/** Two of the same width, below the action. */
export const TwoButtons = ({ links }: { links: Link[] }) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: "10px 0 0" }}>
    <tbody>
      <tr>
        {links.map(({ label, href }, i) => (
          <td
            key={href}
            width="50%"
            style={{ padding: i === 0 ? "0 5px 0 0" : "0 0 0 5px", verticalAlign: "top" }}
          >
            <a
              href={href}
              style={{
                ...buttonStyle,
                padding: "12px 6px",
                border: `1px solid ${gray}`,
                fontSize: 15,
                lineHeight: 1.4,
                color: "inherit",
              }}
            >
              {label}
            </a>
          </td>
        ))}
      </tr>
    </tbody>
  </table>
);

/** A link breaks only where it is wider than the email. */
export const Links = ({ links }: { links: Link[] }) => (
  <p style={{ margin: "14px 0 0", fontSize: 15, lineHeight: 1.4 }}>
    {links.map(({ label, href }) => (
      <Fragment key={href}>
        <a
          href={href}
          style={{ display: "inline-block", padding: "8px 0", marginRight: 20, color: "inherit" }}
        >
          {label}
        </a>{" "}
      </Fragment>
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

const cell = { padding: 0, fontSize: 1, lineHeight: "1px" };
const rule = "1px solid #e2d7c5";

interface TimelineProps {
  stops: EmailStop[];
}

/** A dot for each stop, in the club's color where the reader is now, and a line from one to the next. */
export const Timeline = ({ stops }: TimelineProps) => {
  const now = stops.findLastIndex(({ isOver }) => isOver);
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
                  <Stop key={stop.title} stop={stop} isNow={i === now} isLast={i === stops.length - 1} />
                ))}
              </tbody>
            </table>
          </td>
        </tr>
      </tbody>
    </table>
  );
};

interface StopProps {
  stop: EmailStop;
  isNow: boolean;
  isLast: boolean;
}

function Stop({ stop: { title, lines, freeNote, isFree, isOver }, isNow, isLast }: StopProps) {
  const color = isNow ? club.colors.accent : gray;
  const ground = isOver ? { background: color } : {};
  return (
    <>
      <tr>
        <td colSpan={5} width="15" height="24" style={{ ...cell, verticalAlign: "middle" }}>
          <div
            style={{ ...ground, width: 11, height: 11, border: `2px solid ${color}`, borderRadius: "50%" }}
          >
            &nbsp;
          </div>
        </td>
        <td
          rowSpan={2}
          className="quiet"
          style={{
            padding: "0 0 18px 16px",
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
              className={isOver ? undefined : "ink"}
              style={{ fontWeight: 600, color: isOver ? "inherit" : "#1f1b16" }}
            >
              {freeNote}
            </div>
          )}
        </td>
      </tr>
      <tr>
        <td width="6" style={cell} />
        <LineCell isDrawn={isFree && !isLast} />
        <LineCell isDrawn={!isLast} />
        <LineCell isDrawn={isFree && !isLast} />
        <td width="6" style={cell} />
      </tr>
    </>
  );
}

/** The line is 1 px wide, and 3 px while canceling is free. */
const LineCell = ({ isDrawn }: { isDrawn: boolean }) => (
  <td width="1" style={{ ...cell, lineHeight: "26px", ...(isDrawn && { background: gray }) }}>
    &nbsp;
  </td>
);

/** For plain text: "Booked: Sunday, November 22". */
export const describeStops = (stops: EmailStop[]): string =>
  stops
    .map(({ title, lines, freeNote }) => {
      const texts = [...lines, ...(freeNote ? [`${freeNote}.`] : [])];
      return texts.length > 0 ? `${title}: ${texts.join("\n")}` : title;
    })
    .join("\n\n");
