import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { consentText, consentVersion } from "#app/lib/account/consent.ts";

/** The hash of the text that diners agreed to, by its version. */
const hashes: Record<number, string> = {
  1: "7598112b1331d81bc4e1f99a4a35f47621ba333da72cf3e2664c8a0b91c8b733",
  2: "61ba7957724d29324e574336ff68bedd67c22efc2b333d564d736c24fd4661a1",
};

test("a consent text that says something else has a new version, so that everybody is asked again", () => {
  const hash = createHash("sha256").update(consentText.join("\n")).digest("hex");
  expect(hash, "for a mere correction, put the new hash here; otherwise raise consentVersion too").toBe(
    hashes[consentVersion],
  );
});
