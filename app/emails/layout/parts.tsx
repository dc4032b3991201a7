import { Fragment, type ReactNode } from "react";
import type { EmailContent, EmailStop } from "#app/emails/template.ts";
import { facePath } from "#app/lib/account/draw-face.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import { club } from "#club";

/** Email programs know no other layout. */
const wholeWidth = { role: "presentation", width: "100%", cellPadding: 0, cellSpacing: 0 } as const;

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
const darkInk = "#1f1b16";
/** The table's. */
const cloth = { background: "#ecdfc6" };
const nothing = { fontSize: 0, lineHeight: 0 } as const;

interface FacesProps {
  faces: NonNullable<EmailContent["faces"]>;
  origin: string;
}

/** People side by side at one table under a lamp, with their names on it, and a plate where a seat is empty. */
export function Faces({ faces, origin }: FacesProps) {
  const width = faces.length > 2 ? 48 : 92;
  const seats = faces.map((seat, i) => ({ ...seat, id: seat.face ? facePath(seat.face) : String(i) }));
  return (
    <table
      {...wholeWidth}
      style={{ borderCollapse: "collapse", background: club.colors.ground, ...lampLight }}
    >
      <tbody>
        <tr>
          <td style={{ padding: 0 }} />
          <td colSpan={seats.length} style={{ padding: "0 0 14px" }}>
            <Lamp />
          </td>
          <td style={{ padding: 0 }} />
        </tr>
        <tr>
          <td style={{ padding: 0 }} />
          {seats.map(({ id, ...seat }) => (
            <td key={id} width={width + 6} style={{ padding: "0 3px", verticalAlign: "bottom" }}>
              <Linked href={seat.href} isPicture>
                <SeatPicture {...seat} origin={origin} width={width} />
              </Linked>
            </td>
          ))}
          <td style={{ padding: 0 }} />
        </tr>
        <tr>
          <td className="cloth" style={cloth}>
            <div style={{ ...nothing, height: 44 }}>&nbsp;</div>
          </td>
          {seats.map(({ id, firstName, ...seat }) => (
            <td
              key={id}
              className="cloth"
              style={{ ...cloth, padding: "10px 0", verticalAlign: "top", textAlign: "center" }}
            >
              {firstName ? (
                <Linked href={seat.href}>
                  <PlaceCard {...seat}>{firstName}</PlaceCard>
                </Linked>
              ) : (
                <Plate />
              )}
            </td>
          ))}
          <td className="cloth" style={cloth} />
        </tr>
      </tbody>
    </table>
  );
}

type Seat = FacesProps["faces"][number];

interface LinkedProps {
  href: string | undefined;
  /** The name below it is a link, too. */
  isPicture?: boolean;
  children: ReactNode;
}

const Linked = ({ href, isPicture = false, children }: LinkedProps) =>
  href ? (
    <a
      href={href}
      {...(isPicture ? { "aria-hidden": true, tabIndex: -1 } : {})}
      style={{ color: darkInk, textDecoration: "none" }}
    >
      {children}
    </a>
  ) : (
    children
  );

/** Where an email program can show it. */
const lampLight = {
  backgroundImage:
    "radial-gradient(ellipse 300px 120px at 50% 30px, rgba(255,199,102,.36), rgba(255,199,102,0))",
};

const Lamp = () => (
  <>
    <div style={{ ...nothing, width: 2, height: 16, margin: "0 auto", background: night }} />
    <div
      style={{
        ...nothing,
        width: 46,
        height: 18,
        margin: "0 auto",
        background: candle,
        borderRadius: "23px 23px 3px 3px",
      }}
    />
  </>
);

type PlaceCardProps = Pick<Seat, "isYours" | "note"> & { children: string };

/** A long name breaks before it widens the table. */
const PlaceCard = ({ isYours, note, children }: PlaceCardProps) => (
  <div
    style={{
      display: "inline-block",
      maxWidth: 92,
      padding: "2px 5px 3px",
      borderRadius: 4,
      background: isYours ? club.colors.you : note ? candle : "#fffcf7",
      font: `500 13px/1.2 ${sans}`,
      color: darkInk,
      ...(isYours ? { whiteSpace: "nowrap" } : { overflowWrap: "anywhere" }),
    }}
  >
    {children}
    {note && <div style={{ fontWeight: 700 }}>{note}</div>}
  </div>
);

const Plate = () => (
  <div
    style={{
      ...nothing,
      width: 30,
      height: 11,
      margin: "6px auto 0",
      background: "#fffcf7",
      border: "1px solid #cdbb97",
      borderRadius: "50%",
    }}
  >
    &nbsp;
  </div>
);

type SeatPictureProps = Omit<Seat, "firstName"> & { origin: string; width: number };

/** Behind the table, so it has no lower edge. An empty seat needs no picture, and is also seen where pictures are off. */
function SeatPicture({ face, isYours, isAsked, note, origin, width }: SeatPictureProps) {
  const color = isYours ? club.colors.you : note || isAsked || !face ? candle : cream;
  const isDashed = isAsked || (!face && !isYours);
  const style = {
    display: "block",
    width,
    height: width,
    margin: "0 auto",
    borderRadius: "50% 50% 0 0",
    border: `2px ${isDashed ? "dashed" : "solid"} ${color}`,
    borderBottom: 0,
  };
  const className = width < 92 ? "face" : undefined;
  return face ? (
    <img
      src={origin + facePath(face)}
      alt=""
      width={width}
      height={width}
      className={className}
      style={style}
    />
  ) : (
    <div
      className={className}
      style={{
        ...nothing,
        ...style,
        background: isYours ? lit : "rgba(255,199,102,.2)",
      }}
    >
      &nbsp;
    </div>
  );
}

const night = "#1a130d";
const candle = "#ffc766";
const lit = "#ffdf9e";

/** The street of a dinner, with the five whom one sees through the window of the restaurant. */
export const Houses = ({ kind, sign, origin }: HousesProps) => {
  const [height, size] = kind === "slim" ? [76, "420px 91px"] : [130, "600px 130px"];
  return (
    <Table
      style={{
        background: `${club.colors.ground} url(${origin}/mail-street.png) center bottom / ${size} repeat-x`,
      }}
    >
      <div style={{ ...nothing, height }}>
        {sign ? (
          <div
            aria-hidden="true"
            style={{
              maxWidth: 144,
              margin: "0 auto",
              padding: "21px 0 0",
              overflow: "hidden",
              textAlign: "center",
              font: `600 12px/16px ${sans}`,
              letterSpacing: "0.06em",
              whiteSpace: "nowrap",
              textOverflow: "ellipsis",
              color: candle,
            }}
          >
            {sign}
          </div>
        ) : (
          <>&nbsp;</>
        )}
      </div>
    </Table>
  );
};

interface HousesProps {
  kind: NonNullable<EmailContent["houses"]>;
  /** On the roof of the restaurant. */
  sign?: string | undefined;
  origin: string;
}

/** Who runs the club, with a sentence of their own. */
export const Signature = ({ says, origin }: { says: string; origin: string }) =>
  club.person && (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: "28px 0 0" }}>
      <tbody>
        <tr>
          <td style={{ padding: "2px 14px 0 0", verticalAlign: "top" }}>
            <img
              src={origin + facePath({ seed: club.person.face, isChosen: true })}
              alt=""
              width="52"
              height="52"
              style={{ display: "block", width: 52, height: 52, borderRadius: "50%" }}
            />
          </td>
          <td style={{ padding: 0, verticalAlign: "middle" }}>
            {says && <div style={{ font: `400 20px/1.3 ${serif}`, textWrap: "balance" }}>{says}</div>}
            <div className="quiet" style={{ fontSize: 15, lineHeight: 1.5, color: "#5c5247" }}>
              {signature}
            </div>
          </td>
        </tr>
      </tbody>
    </table>
  );

export const signature = club.person && `${club.person.name}, who runs ${club.name}`;

type Link = NonNullable<EmailContent["action"]>;

export function Facts({ facts }: { facts: NonNullable<EmailContent["facts"]> }) {
  const cellOf = (i: number) => ({
    padding: "14px 16px 14px 0",
    verticalAlign: "top",
    ...(i > 0 ? { borderTop: rule } : {}),
    lineHeight: 1.5,
  });
  return (
    <Card className="card" style={{ background: "#f8f0e2", padding: "4px 16px" }}>
      <table width="100%" cellPadding={0} cellSpacing={0} style={{ borderCollapse: "collapse" }}>
        <tbody>
          {facts.map(([name, [first, ...others], change], i) => (
            <tr key={name}>
              <th
                scope="row"
                className="rule quiet"
                style={{
                  ...cellOf(i),
                  width: 84,
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
              <td className="rule" style={{ ...cellOf(i), paddingRight: 0, fontSize: 16 }}>
                {first && withPhoneLinks(unbroken(first))}
                {others.map((line) => (
                  <div
                    key={line}
                    className={standsOut(line) ? "ink" : "quiet"}
                    style={{
                      fontSize: 15,
                      ...(standsOut(line) ? { color: darkInk, fontWeight: 600 } : { color: "#5c5247" }),
                    }}
                  >
                    {withPhoneLinks(unbroken(line))}
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

/** A restaurant looks for what is new on its sheet, and for what must not go wrong. */
const standsOut = (line: string) => /^Changed: |allergic|can’t climb/.test(line);

/** A number stays on one line, and can be called. */
export const withPhoneLinks = (text: string) =>
  text.split(/(\+\d[\d \u00a0]{6,}\d)/).map((part) =>
    part.startsWith("+") && part.length > 8 ? (
      <a key={part} href={telephoneLink(part)} style={{ color: "inherit", whiteSpace: "nowrap" }}>
        {part}
      </a>
    ) : (
      part
    ),
  );

/** Keeps a phone number, an amount with its currency, and a number of days on one line. */
export const unbroken = (text: string) =>
  text.replace(/\+\d[\d ]{6,18}\d|\d [A-Z]{3}\b|\d{1,2} to \d{1,2} days/g, (part) =>
    part.replaceAll(" ", "\u00a0"),
  );

/** Rounded where an email program can. */
const Card = ({ className, style: { background, padding }, children }: TableProps) => (
  <table {...wholeWidth} style={{ margin: "8px 0 24px", borderCollapse: "separate" }}>
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
    <div style={{ fontSize: 17, lineHeight: 1.4, fontWeight: 600, textWrap: "pretty" }}>{first}</div>
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

/** Below the action, if there is one: two short ones share its width, and others have all of it. */
export function MoreButtons({ links, hasAction }: { links: Link[]; hasAction: boolean }) {
  const isShared = links.length === 2 && links.every(({ label, detail }) => label.length < 20 && !detail);
  const rows = isShared ? [links] : links.map((link) => [link]);
  return (
    <table {...wholeWidth} style={{ margin: hasAction ? 0 : "18px 0 0" }}>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]?.label}>
            {row.map(({ label, href, detail }, i) => (
              <td
                key={label}
                width={isShared ? "50%" : "100%"}
                style={{
                  padding: isShared ? (i === 0 ? "10px 5px 0 0" : "10px 0 0 5px") : "10px 0 0",
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
                  {detail && (
                    <>
                      <br />
                      <span style={{ fontSize: 14, fontWeight: 400 }}>{detail}</span>
                    </>
                  )}
                </a>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
      {...wholeWidth}
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
      {...wholeWidth}
      className="rule"
      style={{ margin: "8px 0 0", borderTop: rule, borderBottom: rule }}
    >
      <tbody>
        <tr>
          <td style={{ padding: "22px 0 6px" }}>
            <table {...wholeWidth}>
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
