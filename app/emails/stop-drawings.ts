/** Pictures of the table at each stop: `public/mail-stop-NAME.png`, made by `npm run make:pictures`. */
export const stopDrawings = ["booked", "table", "standby", "clock", "dinner", "day-after"] as const;

export type StopDrawing = (typeof stopDrawings)[number];

export interface EmailStop {
  drawing: StopDrawing;
  title: string;
  lines: string[];
  /** That canceling is free until this stop. */
  freeNote?: string;
  /** Canceling is free from this stop to the next. */
  isFree?: boolean;
}
