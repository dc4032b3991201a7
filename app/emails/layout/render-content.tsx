import { renderToStaticMarkup } from "react-dom/server";
import type { EmailContent } from "#app/emails/template.ts";
import { withPlainSpaces } from "#app/lib/dates.ts";
import { club } from "#club";
import {
  Action,
  Consolation,
  describeStops,
  Faces,
  Facts,
  Houses,
  Links,
  MoreButtons,
  Preview,
  Quote,
  Signature,
  sans,
  serif,
  signature,
  Table,
  Timeline,
  unbroken,
  Wordmark,
  withPhoneLinks,
} from "./parts.tsx";

export interface RenderedEmail {
  subject: string;
  html: string;
  text: string;
}

export function renderContent(content: EmailContent, origin: string): RenderedEmail {
  const input = { ...content, says: findSaid(content), origin };
  return {
    subject: withPlainSpaces(content.subject),
    html: `<!doctype html>${renderToStaticMarkup(<EmailLayout {...input} />)}`,
    text: withPlainSpaces(toPlainText(input)),
  };
}

const imprint = club.responsible && Object.values(club.responsible).join(", ");

/** For phones and dark mode; email programs that drop it show the light layout. */
const optionalStyles = `
  @media (max-width: 600px) { .ground { padding: 0 !important } .head { padding: 22px 24px !important } .sheet { padding: 28px 24px 36px !important } }
  @media (min-width: 375px) { .face { width: 54px !important; height: 54px !important } }
  @media (min-width: 601px) { .face { width: 68px !important; height: 68px !important } }
  @media (prefers-color-scheme: dark) {
    .ground { background: #17110c !important } .paper { background: #211913 !important }
    .ink, .ink a { color: #f4eadb !important } .quiet { color: #b9aa95 !important }
    .rule { border-color: #43362a !important } .card { background: #2d231b !important }
    .consolation { background: #22352c !important } .mark { color: #f4eadb !important }
    .cloth { background: #cdbd9d !important }
  }`;

/** A club may not want our sentences in the name of its person: then they sign with the name alone. */
const findSaid = ({ says, isSignedFirst }: Pick<EmailInput, "says" | "isSignedFirst">) =>
  says === undefined || isSignedFirst || club.person?.speaks ? says : "";

/** Uses tables and inline styles, because many email programs support nothing newer. */
const EmailLayout = ({
  subject,
  title = subject,
  origin,
  faces,
  houses,
  sign,
  lead,
  paragraphs,
  quote = [],
  preview = paragraphs[0] ?? lead ?? quote[0],
  consolation = [],
  contact,
  facts = [],
  timeline = [],
  invitation,
  action,
  links = [],
  says,
  isSignedFirst = false,
  closing,
  note,
  lastLinks = [],
}: EmailInput) => {
  const buttons = links.slice(0, 2);
  const otherLinks = links.slice(buttons.length);
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
        <Preview>{preview}</Preview>
        <Table className="ground" style={{ background: "#f3eadb", padding: "32px 12px" }}>
          <Table className="paper" style={{ maxWidth: 600, margin: "0 auto", background: "#fffcf7" }}>
            <Wordmark origin={origin} />
            {faces && <Faces faces={faces} origin={origin} />}
            {houses && <Houses kind={houses} sign={sign} origin={origin} />}
            <Table
              className="sheet ink"
              style={{ padding: "36px 44px 40px", fontFamily: sans, color: "#1f1b16" }}
            >
              <h1
                style={{
                  margin: "0 0 20px",
                  font: `400 32px/1.1 ${serif}`,
                  letterSpacing: "-0.02em",
                  textWrap: "balance",
                }}
              >
                {title}
              </h1>
              {lead && (
                <p style={{ margin: "0 0 16px", font: `400 22px/1.3 ${serif}`, textWrap: "balance" }}>
                  {lead}
                </p>
              )}
              {paragraphs.map((paragraph) => (
                <p
                  key={paragraph}
                  style={{
                    margin: "0 0 16px",
                    fontSize: 17,
                    lineHeight: 1.55,
                    overflowWrap: "anywhere",
                    textWrap: "pretty",
                  }}
                >
                  {unbroken(paragraph)}
                </p>
              ))}
              {says !== undefined && isSignedFirst && (
                <div style={{ margin: "-4px 0 24px" }}>
                  <Signature says={says} origin={origin} />
                </div>
              )}
              {quote.length > 0 && <Quote lines={quote} />}
              {consolation.length > 0 && <Consolation lines={consolation.map(unbroken)} />}
              {contact && (
                <p style={{ margin: "0 0 24px", font: `400 26px/1.3 ${serif}`, overflowWrap: "anywhere" }}>
                  <a href={contact.href} style={{ color: "inherit" }}>
                    {contact.text}
                  </a>
                </p>
              )}
              {facts.length > 0 && <Facts facts={facts} />}
              {timeline.length > 0 && <Timeline stops={timeline} />}
              {invitation && (
                <p style={{ margin: "0 0 16px", font: `400 22px/1.3 ${serif}`, textWrap: "balance" }}>
                  {invitation}
                </p>
              )}
              {action && <Action {...action} />}
              {buttons.length > 0 && <MoreButtons links={buttons} hasAction={Boolean(action)} />}
              {otherLinks.length > 0 && <Links links={otherLinks} />}
              {says !== undefined && !isSignedFirst && <Signature says={says} origin={origin} />}
              {closing && (
                <p
                  className="quiet"
                  style={{ margin: "24px 0 0", fontSize: 14, lineHeight: 1.5, color: "#5c5247" }}
                >
                  {withPhoneLinks(unbroken(closing))}
                </p>
              )}
              {note && (
                <p
                  className="quiet"
                  style={{
                    margin: "12px 0 0",
                    fontSize: 14,
                    lineHeight: 1.5,
                    color: "#5c5247",
                    overflowWrap: "anywhere",
                    wordBreak: "break-word",
                  }}
                >
                  {withPhoneLinks(unbroken(note))}
                </p>
              )}
              {lastLinks.length > 0 && <Links links={lastLinks} isSmall />}
            </Table>
          </Table>
          <p
            className="quiet"
            style={{ margin: "20px 0", textAlign: "center", font: `14px/1.5 ${sans}`, color: "#5c5247" }}
          >
            {[club.name, club.sentence, club.madeIn].filter(Boolean).join(" · ")}
            {imprint && <div>{imprint}</div>}
          </p>
        </Table>
      </body>
    </html>
  );
};

interface EmailInput extends EmailContent {
  origin: string;
}

function toPlainText({
  subject,
  title = subject,
  lead,
  paragraphs,
  quote = [],
  consolation = [],
  contact,
  facts = [],
  timeline = [],
  invitation,
  action,
  links = [],
  says,
  isSignedFirst = false,
  closing,
  note,
  lastLinks = [],
  origin,
}: EmailInput): string {
  const signed = says !== undefined && signature && [says, signature].filter(Boolean).join("\n");
  const parts = [
    title,
    lead,
    ...paragraphs,
    isSignedFirst && signed,
    ...quote,
    ...consolation,
    contact?.text,
    ...facts.map(([name, lines, change]) =>
      [
        `${name.replace("\n", " ").replace(/[^?]$/, "$&:")} ${lines.join("\n")}`,
        change?.before && `Before: ${change.before}`,
      ]
        .filter(Boolean)
        .join("\n"),
    ),
    describeStops(timeline),
    invitation,
    ...[action, ...links].map(describeLink),
    !isSignedFirst && signed,
    closing,
    note,
    ...lastLinks.map(describeLink),
    [club.name, origin, imprint].filter(Boolean).join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function describeLink(link: EmailContent["action"]) {
  if (link?.href.startsWith("tel:")) return [link.label, link.detail].filter(Boolean).join(": ");
  return (
    link?.href.startsWith("http") && `${[link.label, link.detail].filter(Boolean).join("\n")}:\n${link.href}`
  );
}
