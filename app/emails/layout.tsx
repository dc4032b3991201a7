import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { EmailContent } from "./template.ts";
import { describeStops, Timeline } from "./timeline.tsx";

interface EmailInput extends EmailContent {
  origin: string;
}

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

/** The same content as HTML and as plain text. */
export function renderContent(content: EmailContent, origin: string): RenderedEmail {
  const input = { ...content, origin };
  return {
    subject: content.subject,
    html: `<!doctype html>${renderToStaticMarkup(<EmailLayout {...input} />)}`,
    text: toPlainText(input),
  };
}

function toPlainText({
  subject,
  paragraphs,
  facts = [],
  timeline = [],
  action,
  links = [],
  closing,
  note,
  origin,
}: EmailInput): string {
  const parts = [
    subject,
    ...paragraphs,
    ...facts.map(([name, lines]) => `${name}: ${lines.join("\n")}`),
    facts.length === 0 && describeStops(timeline),
    ...[action, ...links].map((link) => link && `${link.label}:\n${link.href}`),
    facts.length > 0 && describeStops(timeline),
    closing,
    note,
    `Öten\n${origin}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const serif = "Fraunces, Georgia, 'Times New Roman', serif";
const sans = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/** For phones and dark mode; email programs that drop it show the light layout. */
const optionalStyles = `
  @media (max-width: 600px) { .ground { padding: 0 !important } .sheet { padding: 28px 24px 36px !important } }
  @media (prefers-color-scheme: dark) {
    .ground { background: #17110c !important } .paper { background: #211913 !important }
    .ink, .ink a { color: #f4eadb !important } .quiet { color: #b9aa95 !important }
    .rule { border-color: #3a2e24 !important }
    .free { color: #a5c7b0 !important } .free-line { background: #a5c7b0 !important }
  }`;

/** Tables and inline styles: many email programs support nothing newer. */
function EmailLayout({
  subject,
  origin,
  paragraphs,
  facts = [],
  timeline = [],
  action,
  links = [],
  closing,
  note,
  drawing,
}: EmailInput) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <style dangerouslySetInnerHTML={{ __html: optionalStyles }} />
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, background: "#f3eadb" }}>
        <Preview>{paragraphs[0]}</Preview>
        <Table className="ground" style={{ background: "#f3eadb", padding: "32px 12px" }}>
          <Table className="paper" style={{ maxWidth: 600, margin: "0 auto", background: "#fffcf7" }}>
            <Wordmark origin={origin} />
            {drawing === "two dots" ? (
              <TwoDots />
            ) : (
              <img
                src={`${origin}/mail-table.jpg`}
                alt=""
                width="600"
                height="220"
                style={{ display: "block", width: "100%", height: "auto", background: "#12332a" }}
              />
            )}
            <Table
              className="sheet ink"
              style={{ padding: "36px 44px 40px", fontFamily: sans, color: "#1f1b16" }}
            >
              <h1 style={{ margin: "0 0 20px", font: `400 32px/1.1 ${serif}`, letterSpacing: "-0.02em" }}>
                {subject}
              </h1>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} style={{ margin: "0 0 16px", fontSize: 17, lineHeight: 1.55 }}>
                  {paragraph}
                </p>
              ))}
              {facts.length > 0 && <Facts facts={facts} />}
              {facts.length === 0 && timeline.length > 0 && <Timeline stops={timeline} origin={origin} />}
              {action && <Action {...action} />}
              {links.length > 0 && <Links links={links} />}
              {facts.length > 0 && timeline.length > 0 && (
                <div style={{ paddingTop: 24 }}>
                  <Timeline stops={timeline} origin={origin} />
                </div>
              )}
              {closing && (
                <p
                  className="quiet"
                  style={{ margin: "24px 0 0", fontSize: 15, lineHeight: 1.5, color: "#5c5247" }}
                >
                  {closing}
                </p>
              )}
              {note && (
                <p
                  className="quiet"
                  style={{
                    margin: "24px 0 0",
                    fontSize: 14,
                    lineHeight: 1.5,
                    color: "#5c5247",
                    overflowWrap: "anywhere",
                    wordBreak: "break-word",
                  }}
                >
                  {note}
                </p>
              )}
            </Table>
          </Table>
          <p
            className="quiet"
            style={{ margin: "20px 0", textAlign: "center", font: `14px/1.5 ${sans}`, color: "#5c5247" }}
          >
            Öten · Revolution of Friends Making · Made in Budapest
          </p>
        </Table>
      </body>
    </html>
  );
}

/** The text that an inbox shows beside the subject. */
function Preview({ children }: { children: ReactNode }) {
  return <div style={{ display: "none", maxHeight: 0, overflow: "hidden" }}>{children}</div>;
}

function Wordmark({ origin }: { origin: string }) {
  return (
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
        Öten
      </a>
    </Table>
  );
}

/** You and one more, joined by a line; cells, since many inboxes hide pictures. */
function TwoDots() {
  const dot = (color: string) => (
    <td width="30" height="30" style={{ background: color, borderRadius: 15, fontSize: 0, lineHeight: 0 }}>
      &nbsp;
    </td>
  );
  return (
    <Table style={{ background: "#1f4d3f", padding: "54px 24px" }}>
      <table role="presentation" align="center" cellPadding={0} cellSpacing={0}>
        <tbody>
          <tr>
            {dot("#f6eedf")}
            <td width="112" style={{ padding: 0 }}>
              <Table style={{ background: "#f0836b" }}>
                <div style={{ height: 4, fontSize: 0, lineHeight: 0 }}>&nbsp;</div>
              </Table>
            </td>
            {dot("#f0836b")}
          </tr>
        </tbody>
      </table>
    </Table>
  );
}

type Link = NonNullable<EmailContent["action"]>;

function Facts({ facts }: { facts: [string, string[]][] }) {
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

function Action({ label, href }: Link) {
  const paint = { background: "#c13b2a", color: "#fff9f0", borderRadius: 999 };
  const type = { fontSize: 16, fontWeight: 600, textDecoration: "none" };
  return (
    <p style={{ margin: "28px 0 0" }}>
      <a href={href} style={{ ...paint, ...type, display: "inline-block", padding: "16px 32px" }}>
        <span style={{ color: "#fff9f0" }}>{label}</span>
      </a>
    </p>
  );
}

function Links({ links }: { links: Link[] }) {
  return (
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
}

interface TableProps {
  className?: string;
  style: React.CSSProperties;
  children: ReactNode;
}

function Table({ className, style, children }: TableProps) {
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
