import type { Answer } from "./question.ts";

export interface Diner {
  id: string;
  answers: Readonly<Record<number, Answer>>;
  /** Higher is seated first. */
  priority: number;
  bookedAt: number;
  /** One bit for each language; 0 stands for all languages. */
  languages: number;
  diets: number;
  /** The highest price level they accept; missing where they accept any. */
  maxPrice?: number;
  /** Whether they need step-free access. */
  stepFree?: boolean;
  avoid: readonly string[];
  met: readonly string[];
  /** Whether they have not been to a dinner of the club. */
  firstDinner?: boolean;
  /** Whether their last dinner was a bad one, so that the floor of their table is higher. */
  boost?: boolean;
}

export interface Venue {
  id: string;
  diets: number;
  tables: number;
  /** Its price level; a venue without one suits everybody. */
  price?: number;
  /** Whether it has step-free access. */
  stepFree?: boolean;
}
