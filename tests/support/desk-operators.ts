import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll } from "vitest";
import { openClub } from "./club.ts";
import { playService } from "./outside.ts";
import type { Club } from "./start-club.ts";

const host = "oten-test.cloudflareaccess.com";
const team = `https://${host}`;
const audience = "a".repeat(64);

export const operators = {
  owner: "owner@oten.example",
  city: "city@oten.example",
  door: "door@oten.example",
} as const;

type Role = keyof typeof operators;

/** Opens a club with an operator of each role, whom a server names as Cloudflare Access does. The one of a city has "test-city" only. */
export function openClubWithOperators(vars: Record<string, string> = {}) {
  const DESK = {
    team,
    audience,
    owner: [operators.owner],
    city: { [operators.city]: ["test-city"] },
    door: [operators.door],
  } as unknown as string;
  const club = openClub({ vars: { ...vars, DESK } });
  const assertions = new Map<Role, string>();
  let end = () => {};
  beforeAll(async () => {
    const { publicKey, privateKey } = await generateKeyPair("RS256");
    const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "1", alg: "RS256" }] });
    const server = createServer((_, response) => {
      response.setHeader("Content-Type", "application/json");
      response.end(keys);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const stop = playService(host, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    end = () => {
      stop();
      server.close();
    };
    for (const [role, email] of Object.entries(operators))
      assertions.set(
        role as Role,
        await new SignJWT({ email })
          .setProtectedHeader({ alg: "RS256", kid: "1" })
          .setIssuer(team)
          .setAudience(audience)
          .setIssuedAt()
          .setExpirationTime("1h")
          .sign(privateKey),
      );
  });
  afterAll(() => end());
  /** Asks as an operator of this role. */
  const ask = (role: Role, path: string, init: RequestInit = {}): Promise<Response> =>
    (club as Club).fetch(path, {
      ...init,
      headers: { ...init.headers, "Cf-Access-Jwt-Assertion": assertions.get(role) ?? "" },
    });
  return { club, ask };
}
