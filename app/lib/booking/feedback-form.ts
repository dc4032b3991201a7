import * as z from "zod";
import { removeInvisible } from "#app/lib/account/person.ts";
import { cleanLines } from "#app/lib/text.ts";

export const ratingNames = ["Poor", "So-so", "Fine", "Good", "Great"];

export const maxContactLength = 100;
export const maxNoteLength = 1_000;

/** A form has one choice for each person at the table. */
const maxChoices = 20;

const choices = z.array(z.string().max(100)).max(maxChoices).catch([]);

/** The typed values, to be shown again. */
const typedForm = z.object({
  rating: z.string(),
  again: choices,
  not: choices,
  /** The entries of `not` that were chosen when the page was shown. Only they can be taken back. */
  shownNot: choices,
  contact: z.enum(["email", "line", ""]).catch(""),
  line: z.string(),
  sameTable: z.boolean(),
  note: z.string(),
});

export type TypedFeedback = z.infer<typeof typedForm>;

export function readFeedbackForm(form: FormData): TypedFeedback {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return typedForm.parse({
    rating: text("rating"),
    again: form.getAll("again"),
    not: form.getAll("not"),
    shownNot: form.getAll("shownNot"),
    contact: text("contact"),
    line: text("line"),
    sameTable: form.has("sameTable"),
    note: text("note"),
  });
}

export interface FeedbackErrors {
  rating?: string;
  not?: string;
  contact?: string;
  note?: string;
  /** An empty form. */
  form?: string;
}

interface Mate {
  token: string;
  firstName: string;
  /** A diner with a deleted account can only be avoided. */
  isErased: boolean;
}

interface Said {
  /** The diner has sent something before, and can take it back. */
  mayBeEmpty: boolean;
  /** A table-mate has been told, and may have seen the contact. */
  hasTold: boolean;
}

/** Every question is optional, so this is no mistake. */
export const nothingAnswered = "One answer is enough: tap any, then send.";

const rating = z.literal(["", "1", "2", "3", "4", "5"]);

/** A name that is not among these table-mates belongs to somebody who was not at the table. */
export function checkFeedback(typed: TypedFeedback, mates: Mate[], { mayBeEmpty, hasTold }: Said) {
  const chosen = (tokens: string[]) => mates.filter(({ token }) => tokens.includes(token));
  const again = chosen(typed.again).filter(({ isErased }) => !isErased);
  const not = chosen(typed.not);
  const both = again.filter((mate) => not.includes(mate)).map(({ firstName }) => firstName);
  const line = removeInvisible(typed.line);
  const note = cleanLines(typed.note);
  const contact = typed.contact || (line ? "line" : "");
  const errors: FeedbackErrors = {};
  if (!rating.safeParse(typed.rating).success) errors.rating = "Choose from 1 to 5.";
  if (both.length > 0)
    errors.not = `You chose ${new Intl.ListFormat("en-US").format(both)} for both. Choose one of the two.`;
  if ((again.length > 0 || hasTold) && contact === "") errors.contact = "Choose what we send them.";
  if (again.length > 0 && contact === "line" && !line) errors.contact = "Type what we send them.";
  if (contact === "line" && line.length > maxContactLength)
    errors.contact = `Use at most ${maxContactLength} characters.`;
  if (note.length > maxNoteLength) errors.note = `Use at most ${maxNoteLength} characters.`;
  if (!mayBeEmpty && !typed.rating && again.length + not.length === 0 && !note) errors.form = nothingAnswered;
  const answers = {
    rating: typed.rating ? Number(typed.rating) : null,
    note: note || null,
    contact: contact === "line" ? line : null,
    wished: again.map(({ token }) => token),
    wantsSameTable: typed.sameTable,
    avoided: not.map(({ token }) => token),
    takenBack: chosen(typed.shownNot)
      .filter((mate) => !not.includes(mate))
      .map(({ token }) => token),
  };
  return { answers, errors, isValid: Object.keys(errors).length === 0 };
}
