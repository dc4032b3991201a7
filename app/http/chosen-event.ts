import type { AppLoadContext } from "@remix-run/cloudflare";

/** Remembers an event that was chosen before signing up until after the quiz. */
export function readChosenEvent({ chosenEventId, cookies }: AppLoadContext): string | null {
  return chosenEventId ?? cookies.get("dinner")?.slice(0, 100) ?? null;
}

export function rememberChosenEvent(context: AppLoadContext, eventId: string): void {
  if (!/^[\w-]{1,100}$/.test(eventId)) return;
  context.chosenEventId = eventId;
  context.cookies.set("dinner", eventId);
}

export function forgetChosenEvent(context: AppLoadContext): void {
  if (readChosenEvent(context)) context.cookies.delete("dinner");
}
