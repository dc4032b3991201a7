import {
  type AppLoadContext,
  createCookie,
  createCookieSessionStorage,
  redirect,
} from "@remix-run/cloudflare";
import { canceledDepositSentences } from "#app/lib/booking/cancellation-terms.ts";
import { type CookieName, keptCookies } from "#app/lib/privacy/kept-times.ts";
import { isShortPath } from "#app/lib/safe-redirect.ts";
import { listKeys, readLinkToken } from "#app/lib/signatures.server.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";

export const cookieNames = Object.keys(keptCookies) as CookieName[];

const lifetimeSeconds = (name: CookieName) => keptCookies[name].ms / 1_000;

export interface Cookies {
  get(name: CookieName): string | undefined;
  /** The last value counts, because several loaders of a page can each set it. */
  set(name: CookieName, value: string, maxAgeSeconds?: number): void;
  delete(name: CookieName): void;
  /** Whether the browser has the cookie after the response. */
  isLeft(name: CookieName): boolean;
  serialize(): Promise<string[]>;
}

type CookieRequest = Pick<Request, "url" | "headers">;

export const isSecure = ({ url }: Pick<Request, "url">) => new URL(url).protocol === "https:";

/** Browsers accept a __Host- cookie only over TLS, which a local club does not have. */
export const cookieName = (request: Pick<Request, "url">, name: string) =>
  isSecure(request) ? `__Host-${name}` : name;

const cookieOptions = (request: Pick<Request, "url">, name: CookieName) =>
  ({
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(request),
    maxAge: lifetimeSeconds(name),
  }) as const;

export async function openCookies(request: CookieRequest, env: Env): Promise<Cookies> {
  const describe = (name: CookieName) =>
    createCookie(cookieName(request, name), {
      ...cookieOptions(request, name),
      secrets: listSecrets(env, name),
    });
  const received = await readCookies(request.headers.get("Cookie"), describe);
  const changes = new Map<CookieName, { value: string; maxAge: number }>();
  return {
    get: (name) => received.get(name),
    set(name, value, maxAge = lifetimeSeconds(name)) {
      changes.set(name, { value, maxAge });
    },
    delete(name) {
      changes.set(name, { value: "", maxAge: 0 });
    },
    isLeft: (name) => Boolean(changes.get(name)?.value ?? received.get(name)),
    serialize: () =>
      Promise.all(
        [...changes].map(([name, { value, maxAge }]) => describe(name).serialize(value, { maxAge })),
      ),
  };
}

/** The secrets of cookies whose content is shown or saved. */
function listSecrets(env: Env, name: CookieName): string[] {
  if (name === "emailed") return listKeys(env, "emailed address");
  if (name === "answer") return listKeys(env, "first answer");
  return name === "tonight" ? listKeys(env, "tonight") : [];
}

type Describe = (name: CookieName) => ReturnType<typeof createCookie>;

/** Skips the cookie of remix-auth's flow, which reads its own. */
async function readCookies(header: string | null, describe: Describe): Promise<Map<CookieName, string>> {
  const received = new Map<CookieName, string>();
  if (!header) return received;
  for (const name of cookieNames) {
    // Most requests have few of the cookies, and deriving keys takes long.
    if (name === "auth" || !header.includes(`${name}=`)) continue;
    // Remix throws if a signature is not base64, and accepts any JSON.
    const value: unknown = await describe(name)
      .parse(header)
      .catch(() => null);
    if (typeof value === "string" && value) received.set(name, value);
  }
  return received;
}

/** Stores remix-auth's state of a sign-in that is under way; sessions are in the database. */
export const createFlowStorage = (request: Request, env: Env) =>
  createCookieSessionStorage({
    cookie: {
      ...cookieOptions(request, "auth"),
      name: cookieName(request, "auth"),
      secrets: listKeys(env, "auth cookie"),
    },
  });

/** The cookie holds only a name, so that nobody can put words on the page. */
const noticeSentences = {
  "signed-in": "Sign in successful!",
  "sign-in-first": "Sign in to see that page.",
  saved: "Saved.",
  "emails-saved": "Your emails are saved.",
  "calendar-saved": "Your calendar is saved.",
  "diet-saved": "Saved. A table that’s already made won’t change, so tell that restaurant yourself.",
  "email-changed": "Your email has been changed.",
  "recovery-stopped": "Your account keeps its email.",
  "email-works-again": "Thank you. We’ll email you again.",
  "consent-needed": "We need your consent before we can save this. Nothing was saved.",
  "account-deleted": "Your account has been deleted.",
  "consent-withdrawn": "You’ve withdrawn your consent, and we’ve deleted these answers.",
  "booking-canceled": "Your booking is canceled. It cost you nothing.",
  "booking-canceled-refund": `Your booking is canceled. ${canceledDepositSentences.refund}`,
  "booking-canceled-kept": `Your booking is canceled. ${canceledDepositSentences.kept}`,
  failed: "Something went wrong on our side. Try again in a moment.",
  "too-long": "That’s longer than we can take, so nothing was saved. Shorten it, then send it again.",
  "password-changed": "You have a new password, and you’re signed in.",
};

/** Shown once, on the page after a form. */
export interface Notice {
  name: NoticeName;
  text: string;
  isProblem: boolean;
  /** The address to which its words link. */
  href: string | null;
}

type NoticeName = keyof typeof noticeSentences;

export const setNotice = ({ cookies }: AppLoadContext, name: NoticeName) => cookies.set("notice", name);

export function redirectWithNotice(
  context: AppLoadContext,
  name: NoticeName,
  to: string,
  init?: ResponseInit,
) {
  setNotice(context, name);
  return redirect(to, init);
}

const noticeLinks: Partial<Record<NoticeName, string>> = { "sign-in-first": "/login" };

const problemNotices: string[] = ["consent-needed", "failed", "too-long"] satisfies NoticeName[];

export const nameFailure = (status: number | undefined) => (status === 413 ? "too-long" : "failed");

export function takeNotice({ cookies, failure }: AppLoadContext): Notice | null {
  const name = failure?.form ? nameFailure(failure.status) : cookies.get("notice");
  if (!name) return null;
  if (!failure?.form) cookies.delete("notice");
  if (!Object.hasOwn(noticeSentences, name)) return null;
  const known = name as NoticeName;
  return {
    name: known,
    text: noticeSentences[known],
    isProblem: problemNotices.includes(name),
    href: noticeLinks[known] ?? null,
  };
}

/** Remembers an event that was chosen before signing up, or the token of a friend's link to one, until after the quiz. */
export const readChosenEvent = ({ chosenEventId, cookies }: AppLoadContext): string | null =>
  chosenEventId ?? cookies.get("dinner")?.slice(0, 100) ?? null;

export function rememberChosenEvent(context: AppLoadContext, eventId: string): void {
  if (!/^[\w-]{1,100}$/.test(eventId)) return;
  context.chosenEventId = eventId;
  context.cookies.set("dinner", eventId);
}

export const friendPath = (token: string) => `/friend/${token}`;

/** Where somebody goes on after the quiz: to the dinners, or to the link of the friend who asks them to come along. */
export function pathToBook(context: AppLoadContext): string {
  const chosen = readChosenEvent(context);
  return chosen && readLinkToken(context.env, "friend", chosen) ? friendPath(chosen) : "/events";
}

/** With the token of a link, only if that is what was chosen. */
export function forgetChosenEvent(context: AppLoadContext, token?: string): void {
  const chosen = readChosenEvent(context);
  if (chosen && chosen === (token ?? chosen)) context.cookies.delete("dinner");
}

/** Remembers where a visitor wanted to go until they have signed in. */
export function rememberWantedPage(context: AppLoadContext, path: string): void {
  if (isShortPath(path)) context.cookies.set("next", path);
  else forgetWantedPage(context);
}

export function readWantedPage({ cookies }: AppLoadContext): string | null {
  const path = cookies.get("next");
  return path && isShortPath(path) ? path : null;
}

export function forgetWantedPage({ cookies }: AppLoadContext): void {
  if (cookies.get("next")) cookies.delete("next");
}

/** Stores the restaurant's number in the browser on the day of a dinner, in case the database does not answer. */
export function rememberTonight(
  { cookies, now }: Pick<AppLoadContext, "cookies" | "now">,
  date: Date | undefined,
  dinner: { isDinnerDay: boolean; place: { phone: string | null } | null } | undefined,
): void {
  const phone = dinner?.isDinnerDay && dinner.place?.phone;
  const leftMs = date ? Math.min(dayMs, date.getTime() + 4 * hourMs - now.getTime()) : 0;
  if (phone && leftMs > 0) cookies.set("tonight", phone, Math.floor(leftMs / 1000));
  else if (cookies.get("tonight")) cookies.delete("tonight");
}

export interface Help {
  /** "the restaurant" */
  whom: string;
  phone: string;
}

/** Finds whom a diner can call if their page can't be shown. */
export function findHelp({ cookies, env }: Pick<AppLoadContext, "cookies" | "env">): Help | undefined {
  if (!cookies.get("session")) return undefined;
  const phone = cookies.get("tonight");
  if (phone) return { whom: "the restaurant", phone };
  return env.SAFETY_PHONE ? { whom: "us", phone: env.SAFETY_PHONE } : undefined;
}
