import type { ReactNode } from "react";
import { Sign } from "#app/components/icon.tsx";
import { standbyWords } from "#app/lib/booking/standby-reasons.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import type { LoadedEvening } from "#app/models/event/evening.server.ts";
import type { Filling } from "#app/operations/event/event-seats.ts";
import { DeskLink, DeskRow, DeskSection, operationHref, planHref } from "./desk-parts.tsx";

export const smallClass =
  "inline-flex min-h-target min-w-target items-center justify-center gap-2 rounded-round border border-line-strong px-3 text-small font-strong whitespace-nowrap hover:border-ink";

export const SmallLink = ({
  href,
  label,
  children,
}: {
  href: string;
  label?: string;
  children: ReactNode;
}) => (
  <a href={href} aria-label={label} className={smallClass}>
    {children}
  </a>
);

/** At the door, nobody reads a person’s page. */
export const PersonLink = ({
  userId,
  isAtDoor,
  children,
}: {
  userId: string;
  isAtDoor: boolean;
  children: ReactNode;
}) =>
  isAtDoor ? (
    <span className="font-strong">{children}</span>
  ) : (
    <a href={`/desk/people/${userId}`} className="font-strong underline-offset-[0.3em] hover:underline">
      {children}
    </a>
  );

/** To one diner, a restaurant’s guests, a table or all. */
export const MessageLink = ({ to, label }: { to: Record<string, string>; label: string }) => (
  <SmallLink href={operationHref("message send", to)} label={label}>
    <Sign name="send" />
  </SmallLink>
);

/** Who could sit where, and what would seat the others. */
export const FillingRows = ({ fillings }: { fillings: readonly Filling[] }) =>
  fillings.map(({ title, count, names, command }) => (
    <DeskRow
      key={title}
      title={
        <>
          {title}, <i className="font-strong text-green-text not-italic">+{count}</i>
        </>
      }
      text={names}
    >
      {command && <DeskLink href={planHref(command.name, command.fields)}>Plan</DeskLink>}
    </DeskRow>
  ));

/** As many as anybody reads. */
const maxStandby = 100;

export const StandbySection = ({
  standby,
  isAtDoor = false,
}: {
  standby: LoadedEvening["standby"];
  isAtDoor?: boolean;
}) =>
  standby.length > 0 && (
    <DeskSection title="Standby" aside={standby.length}>
      <ul>
        {standby.slice(0, maxStandby).map(({ bookingId, userId, name, reason }) => (
          <DeskRow
            key={bookingId}
            title={
              <PersonLink userId={userId} isAtDoor={isAtDoor}>
                {name}
              </PersonLink>
            }
            text={reason ? standbyWords[reason] : undefined}
          >
            <MessageLink to={{ booking: bookingId }} label={`Message ${name}`} />
          </DeskRow>
        ))}
      </ul>
    </DeskSection>
  );

export const CallLink = ({ name, phone }: { name: string; phone: string }) => (
  <SmallLink href={telephoneLink(phone)} label={`Call ${name}`}>
    <Sign name="phone" />
  </SmallLink>
);

/** What is wrong, and the way on. */
export const DeskAlarm = ({
  title,
  text,
  isDanger,
  children,
}: {
  title: string;
  text?: string;
  isDanger: boolean;
  children?: ReactNode;
}) => (
  <li
    className={`border-b border-l-3 border-b-line py-3.5 pl-4 ${isDanger ? "border-l-paprika bg-paprika-wash pr-4" : "border-l-saffron"}`}
  >
    <h3 className="text-[1.0625rem]/[1.35] font-strong">{title}</h3>
    {text && <p className={`mt-0.5 text-small ${isDanger ? "" : "text-ink-2"}`}>{text}</p>}
    {children && <div className="mt-3 flex flex-wrap gap-2">{children}</div>}
  </li>
);
