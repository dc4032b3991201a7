import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { errorMessage } from "#app/lib/error-messages.ts";
import { MessagePage } from "./message-page.tsx";
import { useServerContext } from "./server-context.tsx";

export function ErrorPage() {
  const error = useRouteError();
  const isUnreachable = error instanceof TypeError && typeof navigator === "object" && !navigator.onLine;
  const status = isRouteErrorResponse(error) ? error.status : isUnreachable ? 0 : 500;
  const { title, text } = errorMessage(status, isRouteErrorResponse(error) && error.data);
  const { requestId } = useServerContext();
  return (
    <MessagePage title={title} text={text}>
      {status >= 500 && (
        <p suppressHydrationWarning className="text-label text-ink-3">
          {requestId ? `If you write to us, send us this code: ${requestId}` : ""}
        </p>
      )}
    </MessagePage>
  );
}
