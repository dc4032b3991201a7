import { eventTimes } from "./event-times.ts";

/** From when to when a host link works, for an event at this time. */
export const hostLinkTimes = (date: Date) => ({
  from: new Date(date.getTime() - eventTimes.hostLinkFromBeforeMs),
  until: new Date(date.getTime() + eventTimes.hostLinkUntilAfterMs),
});
