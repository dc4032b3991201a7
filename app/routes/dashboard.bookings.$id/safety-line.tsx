import { Sign } from "#app/components/icon.tsx";
import { type Safety, telephoneLink, unknownEmergencyNumber } from "#app/lib/event/safety.ts";

const linkClass = "font-strong text-ink underline underline-offset-[0.25em]";

/** The last line of the dinner's page, never behind a link. */
export const SafetyLine = ({ safety: { email, phone, emergency } }: { safety: Safety }) => (
  <p className="flex gap-3 border-t border-line pt-4 text-small text-ink-2">
    <Sign name="phone" className="mt-0.5 size-5" />
    <span>
      Need help? Tell the host
      {email && (
        <>
          {phone ? "," : " or"} write to us at{" "}
          <a href={`mailto:${email}`} className={`${linkClass} [overflow-wrap:anywhere]`}>
            {email}
          </a>
        </>
      )}
      {phone && (
        <>
          {email ? "," : ""} or call us on{" "}
          <a href={telephoneLink(phone)} className={`${linkClass} whitespace-nowrap`}>
            {phone}
          </a>
        </>
      )}
      . In an emergency, dial{" "}
      {emergency ? (
        <a href={telephoneLink(emergency)} className={linkClass}>
          {emergency}
        </a>
      ) : (
        unknownEmergencyNumber
      )}
      .
    </span>
  </p>
);
