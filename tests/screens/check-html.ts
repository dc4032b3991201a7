import { HtmlValidate } from "html-validate";
import { type HTMLElement, NodeType, parse } from "node-html-parser";

const config = { root: true, extends: ["html-validate:standard"] };

const pages = new HtmlValidate(config);

/** Some email programs know no styles for the widths of tables. */
const emails = new HtmlValidate({ ...config, rules: { "no-deprecated-attr": "off" } });

/** What the HTML standard forbids. */
export async function findHtmlErrors(html: string, { isEmail = false } = {}): Promise<string[]> {
  const { results } = await (isEmail ? emails : pages).validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `HTML: ${ruleId}: ${message} at ${line}:${column}`),
  );
}

/** As a browser without styles shows them: with lines of their own. */
const blocks =
  /^(ADDRESS|ARTICLE|ASIDE|BLOCKQUOTE|BR|DD|DETAILS|DIALOG|DIV|DL|DT|FIELDSET|FIGCAPTION|FIGURE|FOOTER|FORM|H[1-6]|HEADER|HR|LEGEND|LI|MAIN|NAV|OL|OPTION|P|PICTURE|PRE|SECTION|SUMMARY|TABLE|TBODY|TD|TFOOT|TH|THEAD|TR|UL)$/;

const unread = /^(HEAD|SCRIPT|STYLE|SVG|TEMPLATE)$/;

/** Words that a text browser or a reader of the text runs together: "November 277:00 PM". */
export function findJoinedWords(html: string): string[] {
  const found: string[] = [];
  let before = "";
  let isAcross = false;
  const visit = (element: HTMLElement) => {
    for (const node of element.childNodes) {
      if (node.nodeType === NodeType.TEXT_NODE) {
        const text = node.textContent;
        if (!text) continue;
        if (isAcross && /[\p{L}\p{N}.,:;!?)]$/u.test(before) && /^[\p{L}\p{N}(]/u.test(text))
          found.push(`joined words: "${before.slice(-20)}${text.slice(0, 20)}"`);
        before = text;
        isAcross = false;
      } else if (node.nodeType === NodeType.ELEMENT_NODE) {
        const child = node as HTMLElement;
        const isBlock = blocks.test(child.tagName);
        if (isBlock) before = "";
        isAcross = true;
        if (!unread.test(child.tagName) && !child.hasAttribute("hidden")) visit(child);
        if (isBlock) before = "";
        isAcross = true;
      }
    }
  };
  visit(parse(html, { comment: false }));
  return found;
}
