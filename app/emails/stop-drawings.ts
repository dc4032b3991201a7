/** Pictures of the table at each stop: `public/mail-stop-NAME.png`, made by `npm run make:pictures`. */
export const stopDrawings = ["booked", "table", "standby", "clock", "dinner", "day-after"] as const;

export type StopDrawing = (typeof stopDrawings)[number];

export interface EmailStop {
  drawing: StopDrawing;
  title: string;
  lines: string[];
  /** It was already over when the email was written. */
  isOver: boolean;
  /** That canceling is, or was, free until this stop. */
  freeNote: string | null;
  /** Canceling is free from this stop to the next. */
  isFree: boolean;
}
