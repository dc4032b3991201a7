import { createHash } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { AuthorizationError } from "remix-auth";
import { type GoogleProfile, GoogleStrategy } from "remix-auth-google";
import { removeInvisible } from "#app/lib/person-name.ts";
import { sign } from "#app/lib/signatures.server.ts";
import { signInWithIdentity } from "#app/models/account/identities.server.ts";

interface Endpoints {
  authorize: string;
  token: string;
  userInfo: string;
}

interface GoogleClient {
  id: string;
  secret: string;
  /** Only where another server plays Google. */
  endpoints?: Endpoints;
}

/** Without keys a local club uses its own stand-in, and a deployed club offers no Google sign-in. */
export function googleClient(env: Env, origin: string): GoogleClient | undefined {
  if (env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET) {
    const issuer = env.GOOGLE_URL;
    const endpoints = issuer
      ? { authorize: `${issuer}/authorize`, token: `${issuer}/token`, userInfo: `${issuer}/userinfo` }
      : undefined;
    return { id: env.GOOGLE_CLIENT_ID, secret: env.GOOGLE_CLIENT_SECRET, endpoints };
  }
  if (env.APP_ENV !== "local") return undefined;
  const localGoogle = `${origin}/dev/google`;
  return {
    id: "local",
    secret: sign(env, "local google"),
    endpoints: { authorize: localGoogle, token: `${localGoogle}/token`, userInfo: `${localGoogle}/userinfo` },
  };
}

interface Flow {
  origin: string;
  /** Stays in this browser, so that a stolen code is worth nothing (PKCE). */
  codeVerifier: string;
}

/** The package's flow with PKCE, and with endpoints that can be replaced. */
class Google extends GoogleStrategy<string> {
  readonly #endpoints: Endpoints | undefined;
  readonly #codeVerifier: string;

  constructor(
    client: GoogleClient,
    { origin, codeVerifier }: Flow,
    verify: ConstructorParameters<typeof GoogleStrategy<string>>[1],
  ) {
    super(
      { clientID: client.id, clientSecret: client.secret, callbackURL: `${origin}/auth/google/callback` },
      verify,
    );
    this.#endpoints = client.endpoints;
    this.#codeVerifier = codeVerifier;
    if (client.endpoints) {
      this.authorizationURL = client.endpoints.authorize;
      this.tokenURL = client.endpoints.token;
    }
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

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    if (!this.#endpoints) return super.userProfile(accessToken);
    const answer = await fetch(this.#endpoints.userInfo, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    const raw: GoogleProfile["_json"] = await answer.json();
    return {
      provider: "google",
      id: raw.sub,
      displayName: raw.name,
      name: { familyName: raw.family_name, givenName: raw.given_name },
      emails: [{ value: raw.email }],
      photos: [{ value: raw.picture }],
      _json: raw,
    };
  }
}

export const googleErrors = {
  unverified:
    "Google has not verified this email address yet. Please verify it there, or register with a password.",
  failed: "Sign in with Google did not work. Please try again.",
};

/** The package does not check `email_verified`, so this does. */
export function googleStrategy(
  client: GoogleClient,
  flow: Flow,
  { db, now }: AppLoadContext,
): GoogleStrategy<string> {
  return new Google(client, flow, async ({ profile }) => {
    const { sub, email, email_verified, given_name = "", family_name = "" } = profile._json;
    if (!sub || !email || email_verified !== true) throw new AuthorizationError("unverified");
    return signInWithIdentity(db, {
      provider: "google",
      subject: String(sub),
      email: String(email).trim().toLowerCase(),
      firstName: removeInvisible(String(given_name)).slice(0, 100),
      lastName: removeInvisible(String(family_name)).slice(0, 100),
      now,
    });
  });
}
