import type { Answer } from "./question.ts";

export interface Diner {
  id: string;
  venue: string;
  /** By the question's id; a question may be left out. */
  answers: Readonly<Record<number, Answer>>;
  /** Whoever stood by last time comes first: the higher, the sooner seated. */
  priority: number;
  /** When they booked, in any unit: the later, the sooner on standby. */
  bookedAt: number;
  /** A bit for each language they speak; none said is any. */
  languages: number;
  /** A bit for each food rule a kitchen must serve. */
  diets: number;
  /** Never at one table with these. */
  avoid: readonly string[];
  /** Sat with these before. */
  met: readonly string[];
}

export interface Venue {
  id: string;
  /** A bit for each food rule its kitchen serves. */
  diets: number;
  /** How many tables of five it has. */
  tables: number;
}
