import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { brokenLinkBody, errorMessage } from "#app/lib/error-messages.ts";
import { ButtonLink } from "./button.tsx";
import { MessagePage } from "./message-page.tsx";
import { useServerContext } from "./server-context.tsx";

export function ErrorPage() {
  const error = useRouteError();
  const isUnreachable = error instanceof TypeError && typeof navigator === "object" && !navigator.onLine;
  const status = isRouteErrorResponse(error) ? error.status : isUnreachable ? 0 : 500;
  const body = isRouteErrorResponse(error) && error.data;
  const { title, text } = errorMessage(status, body);
  const { requestId } = useServerContext();
  return (
    <MessagePage title={title} text={text}>
      {status === 404 && body === brokenLinkBody && (
        <ButtonLink href="/dashboard/bookings">Go to Bookings</ButtonLink>
      )}
      {status >= 500 && (
        <p className="text-label text-ink-3">
          If it happens again,{" "}
          <a href="/contact" className="underline underline-offset-[0.22em]">
            write to us
          </a>
          {/* The browser doesn’t know the code, and keeps it as it is. */}
          <span suppressHydrationWarning>{requestId ? ` and send us this code: ${requestId}.` : "."}</span>
        </p>
      )}
    </MessagePage>
  );
}
