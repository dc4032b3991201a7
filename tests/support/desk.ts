import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll } from "vitest";
import type { Club } from "./club.ts";
import { parsePage } from "./html.ts";
import { playService } from "./outside.ts";

const team = "club.cloudflareaccess.com";
const audience = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/** The operators of a test club. */
export const deskVars = {
  DESK: {
    team: `https://${team}`,
    audience,
    owner: ["anna@club.example"],
    door: ["dani@club.example"],
    city: { "cili@club.example": ["budapest"] },
  },
};

export type OperatorName = "anna" | "dani" | "cili";

/** The same for all test files of a process: they share clubs, whose Workers remember the keys. */
const makePairs = Promise.all([
  generateKeyPair("RS256", { extractable: true }),
  generateKeyPair("RS256", { extractable: true }),
]);

/** Plays Cloudflare Access: signs assertions and shows its keys. */
export function playAccess() {
  let keysAsked = 0;
  let pairs: { own: CryptoKeyPair; foreign: CryptoKeyPair };
  let end = () => {};
  beforeAll(async () => {
    const [own, foreign] = await makePairs;
    pairs = { own, foreign };
    const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" };
    const server = createServer((_, response) => {
      keysAsked++;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify({ keys: [jwk] }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const stop = playService(team, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    end = () => {
      stop();
      server.close();
    };
  });
  afterAll(() => end());

  interface Claims extends JWTPayload {
    email?: string;
  }

  async function sign(claims: Claims = {}, { kid = "own", isForeign = false, minutes = 10 } = {}) {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({ email: "anna@club.example", iat: now, exp: now + minutes * 60, ...claims })
      .setProtectedHeader({ alg: "RS256", kid })
      .setIssuer(claims.iss ?? `https://${team}`)
      .setAudience(claims.aud ?? audience)
      .sign(isForeign ? pairs.foreign.privateKey : pairs.own.privateKey);
  }

  return {
    sign,
    countKeysAsked: () => keysAsked,
    /** The header of somebody who came through Access. */
    async headersOf(name: OperatorName): Promise<Record<string, string>> {
      return {
        "Cf-Access-Jwt-Assertion": await sign({ email: `${name}@club.example` }),
        Accept: "text/html",
      };
    },
  };
}

/** Sends the form of an operation, and returns the page to which the answer leads. */
export async function postOperation(
  club: Club,
  headers: Record<string, string>,
  command: string,
  fields: Record<string, string>,
) {
  return openAnswer(
    club,
    headers,
    await club.fetch(`/desk/do/${command.replace(" ", "/")}`, {
      method: "POST",
      headers,
      body: new URLSearchParams(fields),
    }),
  );
}

/** A form's answer leads to a page that can be loaded again. */
export async function openAnswer(club: Club, headers: Record<string, string>, answer: Response) {
  const to = answer.headers.get("Location");
  const response = to ? await club.fetch(to, { headers }) : answer;
  return { status: response.status, page: await parsePage(response) };
}

/** Sends the form of an operation, and presses the button of its plan. */
export async function doAtDesk(
  club: Club,
  headers: Record<string, string>,
  command: string,
  fields: Record<string, string>,
) {
  const { page } = await postOperation(club, headers, command, fields);
  return postOperation(club, headers, command, readPlan(page));
}

/** What the form of a plan sends when its button is pressed. */
export function readPlan(page: Awaited<ReturnType<typeof parsePage>>): Record<string, string> {
  const inputs = [...page.querySelectorAll("main form input[type=hidden], main form textarea")];
  return {
    ...Object.fromEntries(
      inputs.map((input) => [
        input.getAttribute("name") ?? "",
        input.getAttribute("value") ?? input.textContent ?? "",
      ]),
    ),
    intent: "do",
  };
}

/** Whether this answer says that it was done just now, and not before. */
export const didIt = ({ status, page }: { status: number; page: Awaited<ReturnType<typeof parsePage>> }) =>
  status === 200 && !page.querySelector("main")?.textContent.includes("This was done before");
