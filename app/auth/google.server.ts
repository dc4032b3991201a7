import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { Authenticator, AuthorizationError } from "remix-auth";
import { type GoogleProfile, GoogleStrategy, type GoogleStrategyOptions } from "remix-auth-google";
import * as z from "zod";
import {
  createFlowStorage,
  forgetWantedPage,
  readWantedPage,
  rememberWantedPage,
} from "#app/http/cookies.ts";
import { cleanName } from "#app/lib/account/person.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { withTimeout } from "#app/lib/timing.ts";
import type { Identity } from "#app/models/account/identities.server.ts";
import type { Visit } from "#app/models/security/security-notes.server.ts";
import { newToken, readVisit } from "./device.server.ts";
import { blockedMessage } from "./session.server.ts";

/** The fields of the consent page of a local club's stand-in for Google. */
const consentSchema = z.object({
  email: z.email(),
  name: z.string(),
  verified: z.boolean(),
  challenge: z.string().nullable(),
});

type Consent = z.infer<typeof consentSchema>;

export const toCode = (consent: Consent) => Buffer.from(JSON.stringify(consent)).toString("base64url");

export function readCode(code: string | undefined): Consent | undefined {
  try {
    return consentSchema.safeParse(JSON.parse(Buffer.from(code ?? "", "base64url").toString())).data;
  } catch {
    return undefined;
  }
}

/** Applies to each of Google's two answers, because somebody waits for both. */
const timeoutMs = 5_000;

/** The names are the package's. */
interface Endpoints {
  authorizationURL: string;
  tokenURL: string;
  userInfoURL: string;
}

const endpointsAt = (url: string): Endpoints => ({
  authorizationURL: url,
  tokenURL: `${url}/token`,
  userInfoURL: `${url}/userinfo`,
});

interface GoogleClient {
  id: string;
  secret: string;
  /** Only set if another server plays Google. */
  endpoints?: Endpoints;
}

/** Without keys a local club uses its own stand-in, and a deployed club offers no Google sign-in. */
export function googleClient(env: Env, origin: string): GoogleClient | undefined {
  if (env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET) {
    const issuer = env.GOOGLE_URL;
    const endpoints = issuer
      ? { ...endpointsAt(issuer), authorizationURL: `${issuer}/authorize` }
      : undefined;
    return { id: env.GOOGLE_CLIENT_ID, secret: env.GOOGLE_CLIENT_SECRET, endpoints };
  }
  if (env.APP_ENV !== "local") return undefined;
  return {
    id: "local",
    secret: sign(env, "local google"),
    endpoints: endpointsAt(`${origin}/dev/google`),
  };
}

interface Flow {
  /** Stays in this browser, so that a stolen code is worth nothing (PKCE). */
  codeVerifier: string;
  /** The account that Google suggests; Google asks even if only one is signed in there. */
  loginHint?: string | undefined;
}

/** The package's flow with PKCE, and with endpoints that can be replaced. */
class Google extends GoogleStrategy<Identity> {
  readonly #codeVerifier: string;

  constructor(
    { id, secret, endpoints }: GoogleClient,
    { codeVerifier, loginHint, callbackURL }: Flow & { callbackURL: string },
    verify: ConstructorParameters<typeof GoogleStrategy<Identity>>[1],
  ) {
    const suggestion: Partial<GoogleStrategyOptions> = loginHint
      ? { loginHint, prompt: "select_account" }
      : {};
    super({ clientID: id, clientSecret: secret, callbackURL, ...suggestion }, verify);
    this.#codeVerifier = codeVerifier;
    Object.assign(this, endpoints);
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set("code_challenge", createHash("sha256").update(this.#codeVerifier).digest("base64url"));
    params.set("code_challenge_method", "S256");
    return params;
  }

  protected override tokenParams(): URLSearchParams {
    return new URLSearchParams({ code_verifier: this.#codeVerifier });
  }

  /** The package sets no time limit, and an answer that comes later signs nobody in. */
  protected override fetchAccessToken(code: string, params: URLSearchParams) {
    return withTimeout(timeoutMs, super.fetchAccessToken(code, params));
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const profile = await withTimeout(timeoutMs, super.userProfile(accessToken));
    if (!profile.id) throw new Error("Google answered without an account");
    return profile;
  }
}

export const googleErrors = {
  unverified: "Google hasn’t verified this email address yet. Verify it there, or register with a password.",
  "other-account": "That’s not the Google account you linked. Choose another one.",
  "not-linked":
    "Google isn’t linked to your account yet. Sign in another way, then link it in your settings.",
  unlinked:
    "Google was unlinked from your account. Sign in another way; you can link it again in your settings.",
  blocked: blockedMessage,
  failed: "Signing in with Google didn’t work. Try again.",
};

export const describeGoogleError = (name: string | null): string | null =>
  name && Object.hasOwn(googleErrors, name) ? googleErrors[name as keyof typeof googleErrors] : null;

export async function authenticateWithGoogle(
  request: Request,
  context: AppLoadContext,
  flow: Flow,
): Promise<Identity | undefined> {
  const { env } = context;
  const { origin } = new URL(request.url);
  const client = googleClient(env, origin);
  if (!client) return undefined;
  const callbackURL = `${origin}/auth/google/callback`;
  const google = new Google(client, { ...flow, callbackURL }, async ({ profile }) =>
    toIdentity(profile._json, readVisit(request, context)),
  );
  return new Authenticator<Identity>(createFlowStorage(request, env), { throwOnError: true })
    .use(google, "google")
    .authenticate("google", request);
}

/** The package does not check `email_verified`, so this does. */
function toIdentity(profile: GoogleProfile["_json"], visit: Visit): Identity {
  const { sub, email_verified, given_name = "", family_name = "", hd } = profile;
  const email = String(profile.email ?? "")
    .trim()
    .toLowerCase();
  if (!email || email_verified !== true) throw new AuthorizationError("unverified");
  return {
    provider: "google",
    subject: String(sub),
    email,
    // Google verifies an address once. It knows who owns it today only if it runs the mailbox.
    isOwnersForSure: ["gmail.com", "googlemail.com", String(hd).toLowerCase()].includes(
      email.slice(email.lastIndexOf("@") + 1),
    ),
    firstName: cleanName(String(given_name)),
    lastName: cleanName(String(family_name)),
    ...visit,
  };
}

/** Returns the code verifier. Cookies hold it and the wanted page until Google sends the browser back. */
export function beginGoogleFlow(context: AppLoadContext, next: string): string {
  const codeVerifier = newToken();
  context.cookies.set("verifier", codeVerifier);
  if (next) rememberWantedPage(context, next);
  else forgetWantedPage(context);
  return codeVerifier;
}

export function endGoogleFlow(context: AppLoadContext) {
  const [codeVerifier, next] = [context.cookies.get("verifier"), readWantedPage(context)];
  for (const name of ["auth", "verifier"] as const) context.cookies.delete(name);
  forgetWantedPage(context);
  return { codeVerifier, next };
}
