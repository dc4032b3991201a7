import { FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { TextArea } from "#app/components/field.tsx";
import { describeHostMessage } from "#app/emails/hosts.ts";
import { HostStep } from "./parts.tsx";
import type { StepProps } from "./step-props.ts";
import { sayAll } from "./views.ts";

const timesLeft = ["no message", "1 message", "2 messages", "3 messages"];

export function Message({ view, action, backHref, draft }: StepProps<"message">) {
  const { guestCount, messagesLeft, venueName } = view;
  const to = sayAll(guestCount, { one: "1 guest", many: "guests" });
  if (messagesLeft === 0 || guestCount === 0)
    return (
      <HostStep {...view} step="Message" backHref={backHref}>
        <p className="text-ink-2">
          {guestCount === 0
            ? "Nobody is booked here tonight."
            : "You’ve sent all 3 messages for this evening."}
        </p>
      </HostStep>
    );
  if (draft?.isReady) {
    const { subject, paragraphs, closing } = describeHostMessage(draft.text, venueName);
    return (
      <HostStep {...view} step="This is what they get" backHref={backHref}>
        <div className="grid gap-3 rounded-paper border border-line bg-surface p-5">
          <p className="text-label text-ink-2">Email to {to}</p>
          <p className="display text-3">{subject}</p>
          {paragraphs.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat
            <p key={i}>{line}</p>
          ))}
          <p className="text-small text-ink-2">{closing}</p>
        </div>
        <form method="post" action={action} className="flex flex-wrap gap-3">
          <input type="hidden" name="id" value={draft.id} />
          <input type="hidden" name="text" value={draft.text} />
          <Button variant="primary" name="intent" value="send">
            Send to {to}
          </Button>{" "}
          <Button name="intent" value="edit">
            Change it
          </Button>
        </form>
      </HostStep>
    );
  }
  return (
    <HostStep {...view} step="Message to your guests" backHref={backHref}>
      <p className="text-ink-2">
        We’ll email it to {to} at {venueName}. You can send {timesLeft[messagesLeft]} this evening, and you’ll
        see each one first.
      </p>
      <form method="post" action={action} className="grid gap-4">
        <FormError>{draft?.problem}</FormError>
        <TextArea
          label="Your message, up to 500 characters"
          name="text"
          rows={5}
          maxLength={500}
          required
          defaultValue={draft?.text}
          placeholder="We are in the back room tonight."
        />
        <p>
          <Button variant="primary" name="intent" value="preview">
            Preview
          </Button>
        </p>
      </form>
    </HostStep>
  );
}
