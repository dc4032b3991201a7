import type { Club } from "./club.ts";
import { builtRoutes, joinPath } from "./routes.ts";

/** Every path of the build with these ids and files. */
function listRoutePaths(ids: string[], files: string[]): string[] {
  return Object.values(builtRoutes).flatMap((route) => {
    const pattern = joinPath(route);
    if (pattern.startsWith("/dev/")) return [];
    if (pattern.includes(":id")) return ids.map((id) => pattern.replace(":id", id));
    if (pattern.includes(":file")) return files.map((file) => pattern.replace(":file", file));
    return [pattern.replace("*", "anything")];
  });
}

export const findLinks = (text: string) =>
  [...text.matchAll(/(?:href|src|action)="(\/[^"#]*)"|https:\/\/oten\.example(\/[^\s"<#]*)/g)].map(
    ([, path, emailPath]) => (path ?? emailPath ?? "").replaceAll("&amp;", "&"),
  );

const isPage = (path: string) => path.startsWith("/") && !/^\/(assets|dev|logout)\b|^\/\//.test(path);

interface Crawl {
  cookie: string;
  /** The viewer's own. */
  ids: string[];
  files: string[];
  /** Emails to the viewer: their links are followed too. */
  emails: string[];
}

export interface Answer {
  path: string;
  text: string;
}

/** Everything that a diner can read: every route of the build, every link from page to page, and their emails. */
export async function crawlClub(club: Club, { cookie, ids, files, emails }: Crawl): Promise<Answer[]> {
  const answers = emails.map((text, i) => ({ path: `email ${i}`, text }));
  const found = new Set([...listRoutePaths(ids, files), ...emails.flatMap(findLinks).filter(isPage)]);
  for (const path of found) {
    const response = await club.fetch(path, { headers: { Cookie: cookie } });
    // Long lines of a calendar file are folded.
    const body = (await response.text()).replaceAll("\r\n ", "");
    const type = response.headers.get("Content-Type") ?? "";
    const head = `${response.status} ${type} ${response.headers.get("Location") ?? ""}`;
    answers.push({ path, text: `${head}\n${body}` });
    if (type.startsWith("text/html")) for (const link of findLinks(body).filter(isPage)) found.add(link);
  }
  return answers;
}
