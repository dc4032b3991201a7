import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { errorMessage } from "#app/lib/error-messages.ts";
import { ButtonLink } from "./button.tsx";
import { EmptySeat } from "./empty-seat.tsx";
import { useServerContext } from "./server-context.tsx";

export function ErrorPage() {
  const error = useRouteError();
  const isUnreachable = error instanceof TypeError && typeof navigator === "object" && !navigator.onLine;
  const status = isRouteErrorResponse(error) ? error.status : isUnreachable ? 0 : 500;
  const { title, text } = errorMessage(status, isRouteErrorResponse(error) && error.data);
  const { requestId } = useServerContext();
  return (
    <div className="page-width grid justify-items-center gap-6 py-[clamp(3rem,12vh,9rem)] text-center">
      <EmptySeat className="w-[min(330px,86vw)]" />
      <h1 className="display text-1">{title}</h1>
      <p className="-mt-2 max-w-measure text-lead text-ink-2">{text}</p>
      <ButtonLink href="/" variant="primary" size="large">
        Back Home
      </ButtonLink>
      {status >= 500 && (
        <p suppressHydrationWarning className="text-label text-ink-3">
          {requestId ? `If you write to us, send us this code: ${requestId}` : ""}
        </p>
      )}
    </div>
  );
}
