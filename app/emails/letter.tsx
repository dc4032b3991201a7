import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Mail } from "../models/outbox.server.ts";

interface Letter {
  kind: string;
  to: string;
  subject: string;
  /** The site's own origin: pictures and links are absolute in a mail. */
  origin: string;
  paragraphs: string[];
  action?: { label: string; href: string };
  closing?: string;
}

const ink = "#1f1b16";
const quiet = "#5c5247";
const serif = "Fraunces, Georgia, 'Times New Roman', serif";
const sans = "Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/** A mail in our look, as HTML and as the same words in plain text. */
export function letter({ kind, to, ...words }: Letter): Mail {
  const { subject } = words;
  return {
    kind,
    to,
    subject,
    html: `<!doctype html>${renderToStaticMarkup(<Sheet {...words} />)}`,
    text: plain(words),
  };
}

type Words = Omit<Letter, "kind" | "to">;

function plain({ subject, paragraphs, action, closing, origin }: Words): string {
  const parts = [
    subject,
    ...paragraphs,
    action && `${action.label}:\n${action.href}`,
    closing,
    `Öten\n${origin}`,
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Tables and inline styles: mail readers know nothing newer. */
function Sheet({ subject, origin, paragraphs, action, closing }: Words): ReactElement {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: "#f3eadb" }}>
        <Table style={{ background: "#f3eadb", padding: "32px 12px" }}>
          <Table style={{ maxWidth: 600, margin: "0 auto", background: "#fffcf7" }}>
            <img
              src={`${origin}/mail-table.jpg`}
              alt=""
              width="600"
              height="220"
              style={{ display: "block", width: "100%", height: "auto", background: "#12332a" }}
            />
            <Table style={{ padding: "36px 44px 40px", fontFamily: sans, color: ink }}>
              <h1 style={{ margin: "0 0 20px", font: `400 32px/1.1 ${serif}`, letterSpacing: "-0.02em" }}>
                {subject}
              </h1>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} style={{ margin: "0 0 16px", fontSize: 17, lineHeight: 1.55 }}>
                  {paragraph}
                </p>
              ))}
              {action && (
                <p style={{ margin: "28px 0" }}>
                  <a
                    href={action.href}
                    style={{
                      display: "inline-block",
                      padding: "16px 32px",
                      borderRadius: 999,
                      background: "#c13b2a",
                      color: "#fff9f0",
                      fontSize: 16,
                      fontWeight: 600,
                      textDecoration: "none",
                    }}
                  >
                    {action.label}
                  </a>
                </p>
              )}
              {closing && (
                <p style={{ margin: 0, fontSize: 15, lineHeight: 1.45, color: quiet }}>{closing}</p>
              )}
            </Table>
          </Table>
          <p style={{ margin: "20px 0 0", textAlign: "center", font: `14px/1.4 ${sans}`, color: quiet }}>
            Öten. Revolution of Friends Making. Made in Budapest.
          </p>
        </Table>
      </body>
    </html>
  );
}

function Table({ style, children }: { style: React.CSSProperties; children: ReactNode }) {
  const { padding, ...outer } = style;
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ borderCollapse: "collapse", ...outer }}
    >
      <tbody>
        <tr>
          <td style={{ padding: padding ?? 0 }}>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}
