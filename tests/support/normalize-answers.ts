import type { Club } from "./club.ts";
import type { Answer } from "./crawl.ts";

/** Puts what is random in each club in the same words. Which table has which number depends on random ids too. */
function normalize(text: string, club: Club, names: Record<string, string>): string {
  const named = Object.entries(names).reduce((all, [name, id]) => all.replaceAll(id, `<${name}>`), text);
  return (
    named
      .replaceAll(club.url, "<club>")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
      .replace(/\b[0-9a-f]{32}(?:[0-9a-f]{32})?\b/g, "<hash>")
      .replace(/\b(key|token|state|code_challenge)(=|%3D)[\w.%-]+/g, "$1$2<key>")
      .replace(/(?:"|&quot;)now(?:"|&quot;):\d{13}|DTSTAMP:\w+/g, "<now>")
      // Times of now; those of dinners are whole minutes.
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:(?!00\.000)[\d.]+Z/g, "<time>")
      .replace(/(signedInAt|lastSeenAt)(\W{1,6})\w+,\s(?:\w+\s\d+,\s)?[\d:]+\s[AP]M/g, "$1$2<time>")
      .replace(/(Signed in|last used)((?:<!-- -->|\s)+)\w+,\s(?:\w+\s\d+,\s)?[\d:]+\s[AP]M/g, "$1$2<time>")
      .replace(/As of((?:<!-- -->|\s)+)\w+,\s\w+\s\d+,\s[\d:]+\s[AP]M/g, "As of$1<time>")
      // Each sign-in in the history of changes, which names the browser: in the page, and in the export.
      .replace(
        /(<span class="figures[^"]*">)[\d:]+\s[AP]M(<\/span>(?:(?!<\/li>).)*Unknown browser)/gs,
        "$1<time>$2",
      )
      .replace(/\w+,\s\w+\s\d+,\s[\d:]+\s[AP]M\s[\w+:-]+;\sUnknown browser/g, "<time>; Unknown browser")
      .replace(
        /\d+((?:<|\\+u003c).b(?:>|\\+u003e) ?(?:<span class="[^"]*">)?(?:days?|hours?|min|sec) ?[<\\])/g,
        "<countdown>$1",
      )
      .replace(/(\\*")[\w-]{43}\\*"/g, "$1<token>$1")
      // Drawn from the id of the diner.
      .replace(/<svg viewBox="0 0 100 100">.*?<\/svg>/gs, "<face>")
      .replace(/\/faces\/[cp][0-9a-z]+(?:-\d)?\.png/g, "/faces/<face>.png")
      .replace(/\b(table"?:? ?)\d\b/gi, "$1<number>")
  );
}

/** To compare what two clubs answered; `names` are for ids that belong to the viewer. */
export const normalizeAnswers = (answers: Answer[], club: Club, names: Record<string, string>): string[] =>
  answers
    // A face may have another color at another table, so how many drawings there are is random; the pages say who has one.
    .filter(({ path }) => !path.startsWith("/faces/"))
    .map(({ path, text }) => `${normalize(path, club, names)}\n${normalize(text, club, names)}`)
    .sort();

/** Where the two answers begin to differ, and the page. */
export function describeDifference(one: string, other: string): string[] {
  if (one === other) return [];
  const at = [...one].findIndex((character, i) => character !== other[i]);
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return [`${one.split("\n")[0]}: ${around(one)} / ${around(other)}`];
}
