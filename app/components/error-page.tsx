import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { ButtonLink } from "./button.tsx";
import { Frame } from "./frame.tsx";
import { LostSeat } from "./lost-seat.tsx";

/** Whatever went wrong, the visitor gets a page of the house and a way on. */
export function ErrorPage() {
  const error = useRouteError();
  const { pathname } = useLocation();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <Frame path={pathname} signedIn={false}>
      <div className="page-width grid justify-items-center gap-6 py-[clamp(3rem,12vh,9rem)] text-center">
        <LostSeat className="w-[min(330px,86vw)]" />
        {missing ? (
          <Message title="Page not found">We couldn't find the page you were looking for.</Message>
        ) : (
          <Message title="Something went wrong">
            The fault is ours, not yours, and we have a note of it. Please try again in a moment.
          </Message>
        )}
        <ButtonLink href="/" look="go" size="large">
          Back Home
        </ButtonLink>
      </div>
    </Frame>
  );
}

function Message({ title, children }: { title: string; children: string }) {
  return (
    <div className="grid gap-4">
      <h1 className="display-large text-1">{title}</h1>
      <p className="max-w-measure text-lead text-ink-2">{children}</p>
    </div>
  );
}
