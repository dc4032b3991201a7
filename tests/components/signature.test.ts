import { expect, test } from "vitest";
import { parseClubFace } from "#app/cli/club-face.ts";
import { root } from "#app/cli/project.mjs";
import { club } from "#app/lib/club.ts";
import { importAsClub } from "#tests/support/import-as-club.ts";

const parts = `
  import { createElement } from "react";
  import { renderToStaticMarkup } from "react-dom/server";
  import { Signature } from "#app/components/signature.tsx";
  import { GoodToKnow } from "#app/routes/_site._index/good-to-know.tsx";
  const facts = { where: null, hasDeposits: false, deposit: null, prices: null, figures: null, question: null, next: null, isSoldOut: false, phone: null };
  export const signature = renderToStaticMarkup(createElement(Signature));
  export const landing = renderToStaticMarkup(createElement(GoodToKnow, { facts }));
`;

const renderFor = (own: typeof club): Promise<{ signature: string; landing: string }> =>
  importAsClub(own, { stdin: { contents: parts, resolveDir: root, loader: "ts" } });

test("a club with a person signs with face, sentence and name, and one without shows nothing of it", async () => {
  const { club: own } = parseClubFace(
    { person: { name: "Marta", face: 12, says: "I sat alone in this city for a year." } },
    "club.toml",
  );
  const signed = await renderFor(own);
  for (const html of [signed.signature, signed.landing]) {
    expect(html).toContain("“I sat alone in this city for a year.”");
    expect(html).toContain("Marta runs Öten");
    expect(html).toMatch(/class="drawn [^"]*"[^>]*><svg/);
  }
  const unsigned = await renderFor({ ...club, person: null });
  expect(unsigned.signature).toBe("");
  expect(unsigned.landing).not.toMatch(/figure|drawn/);
});
