import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import * as z from "zod";

interface Answer<Response> {
  response: Response;
  /** What the browser says that it asked the device for. */
  challenge: string;
  /** In a frame of another site. */
  isFramed: boolean;
}

const maxCredentialIdBytes = 1023;

const base64url = (maxBytes: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil((maxBytes * 4) / 3))
    .regex(/^[\w-]+$/);

const credential = z.object({
  type: z.literal("public-key"),
  id: base64url(maxCredentialIdBytes),
  rawId: base64url(maxCredentialIdBytes),
  clientExtensionResults: z.object({}).catch({}),
});

const registrationJson = credential.extend({
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .catch([]),
  }),
});

const assertionJson = credential.extend({
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(1024),
    userHandle: base64url(64)
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
});

const clientDataJson = z.object({
  challenge: z.string().min(1).max(200),
  crossOrigin: z.boolean().optional(),
});

/** What the browser made of a new passkey; undefined where it can't be read. */
export const readRegistration = (json: string): Answer<RegistrationResponseJSON> | undefined =>
  readAnswer(registrationJson, json);

/** What a passkey has signed; undefined where it can't be read. */
export const readAssertion = (json: string): Answer<AuthenticationResponseJSON> | undefined =>
  readAnswer(assertionJson, json);

function readAnswer<Response extends { response: { clientDataJSON: string } }>(
  schema: z.ZodType<Response>,
  json: string,
): Answer<Response> | undefined {
  try {
    const response = schema.parse(JSON.parse(json));
    const clientData = Buffer.from(response.response.clientDataJSON, "base64url").toString();
    const { challenge, crossOrigin = false } = clientDataJson.parse(JSON.parse(clientData));
    return { response, challenge, isFramed: crossOrigin };
  } catch {
    return undefined;
  }
}
