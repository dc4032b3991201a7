import { isRouteErrorResponse } from "@remix-run/react";
import { HostLayout } from "./parts.tsx";

const statusText = "Link Taken Back";

/** The signature is right, so it was our link: somebody who guesses one reads only that it does not work. */
export const linkTakenBack = () => new Response(null, { status: 404, statusText });

export const isTakenBack = (error: unknown) => isRouteErrorResponse(error) && error.statusText === statusText;

export const TakenBackPage = () => (
  <HostLayout>
    <div className="grid max-w-measure gap-4 pb-12">
      <h1 className="display text-2">This link doesn’t work anymore</h1>
      <p className="text-lead">
        We took it back, or sent you a newer one. Check your email for it, or{" "}
        <a href="/contact" className="underline underline-offset-[0.22em]">
          write to us
        </a>
        .
      </p>
    </div>
  </HostLayout>
);
