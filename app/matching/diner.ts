import type { Answer } from "./question.ts";

export interface Diner {
  id: string;
  answers: Readonly<Record<number, Answer>>;
  /** Diners with a higher number are seated first. */
  priority: number;
  bookedAt: number;
  /** One bit for each language; 0 means all languages. */
  languages: number;
  diets: number;
  /** The highest price level they accept; missing if they accept any. */
  maxPrice?: number;
  /** Whether they need step-free access. */
  stepFree?: boolean;
  avoid: readonly string[];
  met: readonly string[];
  /** Whether this is their first dinner of the club. */
  firstDinner?: boolean;
  /** Whether their last dinner was a bad one, so that the floor of their table is higher. */
  boost?: boolean;
}

export interface Venue {
  id: string;
  diets: number;
  tables: number;
  /** The venue's price level; a venue without one suits everybody. */
  price?: number;
  /** Whether it has step-free access. */
  stepFree?: boolean;
}
