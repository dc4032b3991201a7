import type { Answer } from "./question.ts";

export interface Diner {
  id: string;
  venue: string;
  answers: Readonly<Record<number, Answer>>;
  /** Higher is seated first. */
  priority: number;
  bookedAt: number;
  /** One bit for each language; 0 stands for all languages. */
  languages: number;
  diets: number;
  avoid: readonly string[];
  met: readonly string[];
}

export interface Venue {
  id: string;
  diets: number;
  tables: number;
}
