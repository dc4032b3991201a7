import * as z from "zod";

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
