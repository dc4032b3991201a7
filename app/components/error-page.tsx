import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { brokenHostLinkBody, brokenLinkBody, errorMessage } from "#app/lib/error-messages.ts";
import { ButtonLink } from "./button.tsx";
import { MessagePage } from "./message-page.tsx";
import { useServerContext } from "./server-context.tsx";

export function ErrorPage() {
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const body = isRouteErrorResponse(error) && error.data;
  const { title, text } = errorMessage(status, body);
  const { requestId } = useServerContext();
  const action =
    status === 404 && body === brokenHostLinkBody ? { href: "/contact", label: "Contact Us" } : undefined;
  return (
    <MessagePage title={title} text={text} action={action}>
      {status === 404 && body === brokenLinkBody && (
        <ButtonLink href="/dashboard/bookings">Go to Bookings</ButtonLink>
      )}
      {status >= 500 && (
        <p className="text-label text-ink-3">
          If it happens again,{" "}
          <a href="/contact" className="underline underline-offset-[0.22em]">
            write to us
          </a>
          {requestId ? ` and send us this code: ${requestId}.` : "."}
        </p>
      )}
    </MessagePage>
  );
}
