import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { brokenHostLinkBody, brokenLinkBody, errorMessage, noBookingBody } from "#app/lib/error-messages.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import { club } from "#club";
import { Button, ButtonLink, buttonClass } from "./button.tsx";
import { Sign } from "./icon.tsx";
import { useServerContext } from "./page.tsx";

export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const body = isRouteErrorResponse(error) && error.data;
  const { title, text } = errorMessage(status, body);
  if (status >= 500) return <FailedPage title={title} text={text} />;
  const action = status === 404 ? (helpfulActions[body] ?? seeDinners) : undefined;
  return <MessagePage title={title} text={text} action={action} />;
}

/** The start of the request’s id, by which the log finds it. */
const codeLength = 8;

const seeDinners = { href: "/events", label: "See the dinners" };

const helpfulActions: Record<string, { href: string; label: string }> = {
  [brokenLinkBody]: { href: "/dashboard/bookings", label: "Go to Bookings" },
  [brokenHostLinkBody]: { href: "/contact", label: "Contact Us" },
  [noBookingBody]: { href: "/dashboard/bookings", label: "Your bookings" },
};

/** Shows as much of the page as is possible without the database. */
function FailedPage({ title, text }: { title: string; text: string }) {
  const { requestId, pageTitle, failure, failed, help } = useServerContext();
  const isTable = help && pageTitle === "Details";
  const variant = help ? "secondary" : "primary";
  return (
    <div className="page-width grid justify-items-center gap-6 py-[clamp(2rem,8vh,7rem)] text-center">
      <EmptySeat className="w-[min(300px,80vw)] max-w-full" />
      <h1 className={pageTitle && !isTable ? "sr-only" : "display text-1"}>
        {isTable ? "We can’t show your table just now" : (pageTitle ?? title)}
      </h1>
      <p role="alert" className="grid gap-3">
        {(failure || pageTitle) && !isTable && (
          <span className="display max-w-[14em] justify-self-center text-1 text-balance">
            {failure ?? title}
          </span>
        )}{" "}
        <span className="max-w-measure justify-self-center text-lead text-ink-2">{text}</span>
      </p>
      {help && (
        <p className="grid w-full max-w-100 gap-3">
          {help.whom === "the restaurant" && (
            <span className="text-ink-2">The reservation is in the name of {club.name}.</span>
          )}{" "}
          <span className="text-lead">Is your dinner today? Call {help.whom}:</span>{" "}
          <a href={telephoneLink(help.phone)} className={buttonClass({ variant: "primary", size: "large" })}>
            <Sign name="phone" />
            {help.phone}
          </a>
        </p>
      )}
      {failed?.fields ? (
        <form method="post" action={failed.path}>
          {failed.fields.map(([name, value], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a form may have one field twice
            <input key={i} type="hidden" name={name} value={value} />
          ))}
          <Button variant={variant} size="large">
            Try again
          </Button>
        </form>
      ) : (
        <ButtonLink href={failed?.path ?? "/"} variant={variant} size="large">
          Try again
        </ButtonLink>
      )}
      {!help && (
        <ButtonLink href="/" size="large">
          Back Home
        </ButtonLink>
      )}
      <p className="max-w-measure text-small wrap-anywhere text-ink-2">
        If it happens again,{" "}
        <a href="/contact" className="underline underline-offset-[0.22em]">
          write to us
        </a>
        {requestId ? " and send us this code:" : "."}{" "}
        {requestId && <b className="font-strong">{requestId.slice(0, codeLength)}</b>}
      </p>
    </div>
  );
}

interface MessagePageProps {
  title: string;
  text: string;
  /** A link that helps more than the way home. */
  action?: { href: string; label: string } | undefined;
  children?: ReactNode;
}

/** Replaces the page that somebody wanted. */
export const MessagePage = ({ title, text, action, children }: MessagePageProps) => (
  <div className="page-width grid justify-items-center gap-6 py-[clamp(3rem,12vh,9rem)] text-center">
    <EmptySeat className="w-[min(330px,86vw)] max-w-full" />
    <h1 className="display text-1">{title}</h1>
    <p className="-mt-2 max-w-measure text-lead text-ink-2">{text}</p>
    <p className="flex flex-wrap justify-center gap-4">
      {action && (
        <ButtonLink href={action.href} variant="primary" size="large">
          {action.label}
        </ButtonLink>
      )}{" "}
      <ButtonLink href="/" variant={action ? "secondary" : "primary"} size="large">
        Back Home
      </ButtonLink>
    </p>
    {children}
  </div>
);

function EmptySeat({ className }: { className: string }) {
  const diners = [
    [39.3, 74.52],
    [56.37, 21.98],
    [111.63, 21.98],
    [128.7, 74.52],
  ];
  return (
    <svg
      viewBox="24 8 192 112"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    >
      <circle cx="84" cy="60" r="30" />
      {diners.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="7.2" className="fill-current stroke-none" />
      ))}
      <circle cx="84" cy="107" r="6.6" strokeDasharray="2.6 3" />
      <path
        d="M96 111C128 122 128 84 152 92S176 112 196 84"
        strokeDasharray=".1 5"
        strokeLinecap="round"
        className="stroke-paprika"
      />
      <circle cx="200" cy="76" r="7.2" className="fill-paprika stroke-none" />
    </svg>
  );
}
