import type { HostView, MessageDraft, ViewOf } from "./views.ts";

export interface StepProps<Is extends HostView["is"]> {
  view: ViewOf<Is>;
  /** Where forms go: the page itself. */
  action: string;
  backHref: string;
  /** The page with another query. */
  toHref(search: Record<string, string>): string;
  draft: MessageDraft | undefined;
}
