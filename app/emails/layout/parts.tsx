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
  <Table className="head ink" style={{ padding: "22px 44px", color: "#1f1b16" }}>
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
        style={{ verticalAlign: "middle", margin: "0 10px 0 -3px" }}
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
  <Table style={{ background: club.colors.ground, padding: "36px 12px" }}>
    <table role="presentation" align="center" cellPadding={0} cellSpacing={0}>
      <tbody>
        <tr>
          {of.map(({ firstName, face, isNew }, i) => (
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
                  label={face ? "" : (firstName ?? "")}
                  border={(hasYou && i === 0) || isNew ? club.colors.you : cream}
                  isTaken={hasYou && i === 0}
                />
                {face && firstName && <FirstName>{firstName}</FirstName>}
                {isNew && <FirstName isStrong>New</FirstName>}
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
  /** Stands in a seat without a face. */
  label: string;
  border: string;
  isTaken: boolean | undefined;
}

/** A long name breaks before it widens the table. */
const FirstName = ({ children, isStrong }: { children: string; isStrong?: boolean }) => (
  <div
    style={{
      maxWidth: 96,
      paddingTop: isStrong ? 2 : 6,
      font: `${isStrong ? 700 : 500} 13px/1.2 ${sans}`,
      color: cream,
      textAlign: "center",
      overflowWrap: "anywhere",
    }}
  >
    {children}
  </div>
);

function Face({ src, width, label, border, isTaken }: FaceProps) {
  const className = width < 92 ? "face" : undefined;
  const round = { display: "block", width, height: width, margin: "0 auto", borderRadius: "50%" };
  if (!src)
    return (
      <div
        className={className}
        style={{
          ...round,
          ...(isTaken
            ? { background: border, border: `2px solid ${border}`, color: "#1f1b16" }
            : { border: `2px dashed ${border}`, color: cream }),
          font: `600 ${width < 92 ? 14 : 18}px/${width}px ${sans}`,
          textAlign: "center",
        }}
      >
        {label || "\u00a0"}
      </div>
    );
  return (
    <img
      src={src}
      alt=""
      width={width}
      height={width}
      className={className}
      style={{ ...round, border: `2px solid ${border}` }}
    />
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

/** A lamp that is out. */
const unlit = "#2f2118";

export const Houses = ({ lit }: { lit: NonNullable<EmailContent["houses"]> }) => (
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
                colorOf={(floor) => {
                  if (i !== 3) return lit === "none" || lit === "next" ? unlit : candle;
                  if (lit === "yours" && floor === 1) return club.colors.you;
                  return lit === "none" ? unlit : candle;
                }}
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
  colorOf(floor: number): string;
}

function House({ wall, floors, height, colorOf }: HouseProps) {
  const side = "23px solid transparent";
  const pane = { display: "inline-block", width: 7, height: 10, margin: "7px 3px 0" };
  const seats = floors.map((count, floor) =>
    Array.from({ length: count }, (_, i) => ({ id: `${floor} ${i}`, color: colorOf(floor) })),
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
            {row.map(({ id, color }) => (
              <span key={id} style={{ ...pane, background: color }} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

type Link = NonNullable<EmailContent["action"]>;

export function Facts({ facts }: { facts: NonNullable<EmailContent["facts"]> }) {
  const cellOf = (i: number) => ({
    padding: "14px 12px 14px 0",
    verticalAlign: "top",
    ...(i > 0 ? { borderTop: rule } : {}),
    lineHeight: 1.5,
  });
  return (
    <Card className="card" style={{ background: "#f8f0e2", padding: "4px 8px 4px 18px" }}>
      <table width="100%" cellPadding={0} cellSpacing={0} style={{ borderCollapse: "collapse" }}>
        <tbody>
          {facts.map(([name, [first, ...others], change], i) => (
            <tr key={name}>
              <th
                scope="row"
                className="rule quiet"
                style={{
                  ...cellOf(i),
                  width: 76,
                  textAlign: "left",
                  fontSize: 15,
                  fontWeight: 400,
                  color: "#5c5247",
                }}
              >
                {separateLines(name)}
                {change && (
                  <div className="mark" style={{ fontSize: 13, fontWeight: 700, color: club.colors.accent }}>
                    New
                  </div>
                )}
              </th>
              <td className="rule" style={{ ...cellOf(i), fontSize: 17 }}>
                {first}
                {others.map((line) => (
                  <div
                    key={line}
                    className="quiet"
                    // A restaurant looks for what is new on its sheet.
                    style={{
                      fontSize: 15,
                      color: "#5c5247",
                      fontWeight: line.startsWith("Changed: ") || line.includes("allergic") ? 600 : 400,
                    }}
                  >
                    {line}
                  </div>
                ))}
                {change?.before && (
                  <div className="quiet" style={{ fontSize: 15, color: "#5c5247" }}>
                    Before: <s>{change.before}</s>
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** Rounded where an email program can. */
const Card = ({ className, style: { background, padding }, children }: TableProps) => (
  <table
    role="presentation"
    width="100%"
    cellPadding={0}
    cellSpacing={0}
    style={{ margin: "8px 0 24px", borderCollapse: "separate" }}
  >
    <tbody>
      <tr>
        <td className={className} style={{ background, padding, borderRadius: 14 }}>
          {children}
        </td>
      </tr>
    </tbody>
  </table>
);

/** What is left of a lost dinner, the first line in bold. */
export const Consolation = ({ lines: [first, ...others] }: { lines: string[] }) => (
  <Card className="consolation" style={{ background: "#e4ede2", padding: "16px 18px" }}>
    <div style={{ fontSize: 17, lineHeight: 1.4, fontWeight: 600, textWrap: "balance" }}>{first}</div>
    {others.map((line) => (
      <div key={line} style={{ paddingTop: 4, fontSize: 17, lineHeight: 1.5 }}>
        {line}
      </div>
    ))}
  </Card>
);

/** Somebody else's words. */
export const Quote = ({ lines }: { lines: string[] }) => (
  <Table
    style={{ margin: "0 0 24px", borderLeft: `4px solid ${club.colors.you}`, padding: "2px 0 2px 18px" }}
  >
    {lines.map((line, i) => (
      <p
        key={line}
        style={{ margin: i > 0 ? "10px 0 0" : 0, font: `400 22px/1.35 ${serif}`, overflowWrap: "anywhere" }}
      >
        {line}
      </p>
    ))}
  </Table>
);

const separateLines = (text: string) => text.split("\n").map((line) => <div key={line}>{line}</div>);

export function Action({ label, href, detail }: Link) {
  const paint = { background: club.colors.accent, color: "#fff9f0" };
  return (
    <p style={{ margin: "28px 0 0" }}>
      <a
        href={href}
        style={{ ...buttonStyle, ...paint, fontSize: 16, padding: "16px 24px", lineHeight: 1.35 }}
      >
        <span style={{ color: "#fff9f0" }}>{label}</span>
        {detail && (
          <>
            <br />
            <span style={{ color: "#fff9f0", fontSize: 14, fontWeight: 400 }}>{detail}</span>
          </>
        )}
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

/** Below the action: one of its width, or two that share it. */
export const MoreButtons = ({ links }: { links: Link[] }) => (
  <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: "10px 0 0" }}>
    <tbody>
      <tr>
        {links.map(({ label, href }, i) => (
          <td
            key={label}
            width={links.length === 1 ? "100%" : "50%"}
            style={{
              padding: links.length === 1 ? 0 : i === 0 ? "0 5px 0 0" : "0 0 0 5px",
              verticalAlign: "top",
            }}
          >
            <a
              href={href}
              style={{
                ...buttonStyle,
                padding: "12px 8px",
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
export const Links = ({ links, isSmall }: { links: Link[]; isSmall?: boolean }) => (
  <p
    className={isSmall ? "quiet" : undefined}
    style={{
      margin: isSmall ? "10px 0 0" : "14px 0 0",
      fontSize: isSmall ? 14 : 15,
      lineHeight: 1.4,
      ...(isSmall ? { color: "#5c5247" } : {}),
    }}
  >
    {links.map(({ label, href }) => (
      <Fragment key={href}>
        <a
          href={href}
          style={{ display: "inline-block", padding: "12px 0", marginRight: 20, color: "inherit" }}
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
