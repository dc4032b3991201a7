import { FormError } from "#app/components/banner.tsx";
import { Button, buttonClass } from "#app/components/button.tsx";
import { TextArea } from "#app/components/field.tsx";
import { Sign } from "#app/components/icon.tsx";
import { describeHostMessage } from "#app/emails/evening.ts";
import { circleClass, HostStep, tickClass } from "./parts.tsx";
import { Close, ConfirmMove, Move } from "./seat-steps.tsx";
import { allOf, describeHere, type StepProps, type ViewOf } from "./views.ts";

type StepView = ViewOf<"missing" | "message" | "move" | "confirm move" | "close">;

type AnyStepProps = Omit<StepProps<StepView["is"]>, "view"> & { view: StepView };

export function HostStepOf(props: AnyStepProps) {
  const { view } = props;
  switch (view.is) {
    case "missing":
      return <Missing {...props} view={view} />;
    case "message":
      return <Message {...props} view={view} />;
    case "move":
      return <Move {...props} view={view} />;
    case "confirm move":
      return <ConfirmMove {...props} view={view} />;
    case "close":
      return <Close {...props} view={view} />;
  }
}

/** The button counts what is marked with CSS, so that it also does without JavaScript. */
const Missing = ({ view, action, backHref }: StepProps<"missing">) => (
  <HostStep {...view} step="Who didn’t come?" backHref={backHref}>
    <p className="text-ink-2">
      Mark everybody who isn’t here. We’ll ask them about it tomorrow. If somebody still comes, check them in
      on the previous page: that counts.
    </p>
    <form method="post" action={action} className="group grid gap-5 [counter-reset:missing]">
      <ul className="rounded-paper border border-line bg-surface">
        {view.guests.map(({ bookingId, firstName, table, hereByOthers, lateMinutes }) => (
          <li key={bookingId} className="border-line not-first:border-t">
            <label className="relative grid min-h-13 cursor-pointer grid-cols-[2rem_1fr_auto] items-center gap-3.5 px-4 py-1 has-checked:bg-saffron-wash has-focus-visible:bg-sunk">
              <input
                type="checkbox"
                name="missing"
                value={bookingId}
                className={`${tickClass} checked:[counter-increment:missing]`}
              />
              <span
                className={`${circleClass} border-line-strong text-transparent peer-checked:border-saffron-text peer-checked:bg-saffron-text`}
              >
                <Sign name="cross" />
              </span>
              <span className="text-[1.125rem] font-strong">{firstName}</span>
              <span className="text-right text-small text-ink-2">
                table {table}
                {hereByOthers
                  ? `, ${describeHere(hereByOthers)}`
                  : lateMinutes
                    ? `, ${lateMinutes} min late`
                    : ""}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <button type="submit" name="intent" value="missing" className={missingClass}>
        <span className="group-has-checked:hidden">Mark who is missing</span>
        <span className="hidden group-has-checked:inline after:content-['_·_'_counter(missing)]">
          They didn’t come
        </span>
      </button>
    </form>
  </HostStep>
);

/** Outlined while nobody is marked. */
const missingClass = buttonClass(
  {},
  "w-full group-has-checked:border-transparent group-has-checked:bg-paprika! group-has-checked:text-on-paprika",
);

const timesLeft = ["no message", "1 message", "2 messages", "3 messages"];

function Message({ view, action, backHref, draft }: StepProps<"message">) {
  const { guestCount, messagesLeft, venueName } = view;
  const to = allOf(guestCount, { one: "1 guest", many: "guests" });
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
        <form method="post" action={action} className="grid gap-3">
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
        <Button variant="primary" name="intent" value="preview">
          Preview
        </Button>
      </form>
    </HostStep>
  );
}
