import type { Answer } from "./question.ts";

export interface Diner {
  id: string;
  venue: string;
  /** By question id. */
  answers: Readonly<Record<number, Answer>>;
  /** Diners with a higher number are seated first. */
  priority: number;
  /** A timestamp in any unit; of equal priority, the earlier booking is seated first. */
  bookedAt: number;
  /** One bit for each language; 0 stands for all languages. */
  languages: number;
  /** One bit for each food rule a kitchen must serve. */
  diets: number;
  /** Ids of diners to keep apart. */
  avoid: readonly string[];
  /** Ids of diners they have shared a table with. */
  met: readonly string[];
}

export interface Venue {
  id: string;
  /** One bit for each food rule its kitchen serves. */
  diets: number;
  tables: number;
}
