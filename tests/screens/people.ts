import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { root } from "#app/cli/project.mjs";
import { exampleFaces } from "#app/emails/previews.ts";
import { passwordHash } from "#tests/support/accounts.ts";
import { insertDiners, insertDinersWithAnswers } from "#tests/support/events.ts";
import { answerConsent } from "#tests/support/quiz.ts";
import { type SeatedDiner, startSession } from "#tests/support/seated-diners.ts";
import type { Club } from "#tests/support/start-club.ts";

export interface Person {
  userId: string;
  firstName: string;
  email: string;
  /** Signed in, and has just typed the password. */
  cookie: string;
}

export const mates = ["Lőrinc", "Zsófi", "Dániel", "Lili"];

/** As in the pictures of the emails. */
const { Réka: _, ...faces }: Record<string, number> = exampleFaces;

let count = 0;

interface PersonOptions {
  /** Has not answered the quiz. */
  isNew?: boolean;
  hasPhoto?: boolean;
  /** The seed of a drawn face; null if they chose none, as Réka hasn't on most screens. */
  face?: number | null;
}

export async function addPerson(
  club: Club,
  firstName = "Réka",
  { isNew = false, hasPhoto = false, face = faces[firstName] ?? null }: PersonOptions = {},
): Promise<Person> {
  const [userId = ""] = await (isNew ? insertDiners : insertDinersWithAnswers)(club, 1);
  const email = `${firstName
    .normalize("NFD")
    .replaceAll(/[^a-z]/gi, "")
    .toLowerCase()}${++count}@oten.example`;
  await club.binding.batch([
    club.binding
      .prepare(
        "UPDATE users SET email = ?, first_name = ?, last_name = ?, user_name = ?, password_hash = ? WHERE id = ?",
      )
      .bind(email, firstName, "Tóth", firstName, passwordHash, userId),
    club.binding
      .prepare("UPDATE profiles SET first_name = ?, is_quiz_done = ?, face = ? WHERE id = ?")
      .bind(firstName, Number(!isNew), face, userId),
  ]);
  const cookie = await startSession(club, { userId } as SeatedDiner);
  if (!isNew) await answerConsent(club, cookie, "yes");
  if (hasPhoto) await uploadPhoto(club, cookie, firstName);
  return { userId, firstName, email, cookie };
}

/** One more session, in which the password was typed long ago. */
export const startOldSession = (club: Club, { userId }: Person) =>
  startSession(club, { userId } as SeatedDiner, { ageMs: 5 * 3_600_000 });

/** A plate of the picture of the landing page. */
async function uploadPhoto(club: Club, Cookie: string, firstName: string): Promise<void> {
  const photo = await sharp(readFileSync(join(root, "docs/landing.webp")))
    .extract({ left: 1000, top: 500, width: 300, height: 300 })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set("name", firstName);
  form.set("photo", new File([new Uint8Array(photo)], "photo.jpg"));
  // Miniflare's fetch does not know the FormData of Node.
  const encoded = new Response(form);
  const headers = { Cookie, "Content-Type": encoded.headers.get("Content-Type") ?? "" };
  await club.fetch("/identity", { method: "POST", body: await encoded.arrayBuffer(), headers });
}
