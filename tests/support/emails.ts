import type { EmailKind } from "#app/lib/email-kinds.ts";
import type { Email } from "#app/models/outbox/outbox.server.ts";

/** An email without content, where only its kind matters. */
export const emptyEmail = <Kind extends EmailKind>(kind: Kind, to = "nobody@oten.example"): Email<Kind> => ({
  kind,
  to,
  subject: "",
  html: "",
  text: "",
});
