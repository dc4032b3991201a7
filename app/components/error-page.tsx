import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { brokenHostLinkBody, brokenLinkBody, errorMessage } from "#app/lib/error-messages.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";
import { Banner } from "./banner.tsx";
import { Button, ButtonLink } from "./button.tsx";
import { MessagePage } from "./message-page.tsx";
import { useServerContext } from "./page-context.tsx";

export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const body = isRouteErrorResponse(error) && error.data;
  const { title, text } = errorMessage(status, body);
  if (status >= 500) return <FailedPage title={title} text={text} />;
  const action =
    status === 404 && body === brokenHostLinkBody ? { href: "/contact", label: "Contact Us" } : undefined;
  return (
    <MessagePage title={title} text={text} action={action}>
      {status === 404 && body === brokenLinkBody && (
        <ButtonLink href="/dashboard/bookings">Go to Bookings</ButtonLink>
      )}
    </MessagePage>
  );
}

/** The page stays as far as it can without the database. */
function FailedPage({ title, text }: { title: string; text: string }) {
  const { requestId, pageTitle, failure, failed, help } = useServerContext();
  return (
    <div className="page-width grid justify-items-start gap-6 py-8 lg:py-12">
      <h1 className="display text-1">{pageTitle ?? title}</h1>
      <Banner variant="error">
        {failure ?? (pageTitle && `${title}.`)} {text}
      </Banner>
      {help && (
        <p>
          Is your dinner today? Call {help.whom}:{" "}
          <a
            href={telephoneLink(help.phone)}
            className="font-strong whitespace-nowrap underline underline-offset-[0.22em]"
          >
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
          <Button variant="primary">Try again</Button>
        </form>
      ) : (
        <ButtonLink href={failed?.path ?? "/"} variant="primary">
          Try again
        </ButtonLink>
      )}
      <p className="text-label text-ink-3">
        If it happens again,{" "}
        <a href="/contact" className="underline underline-offset-[0.22em]">
          write to us
        </a>
        {requestId ? ` and send us this code: ${requestId}.` : "."}
      </p>
    </div>
  );
}
