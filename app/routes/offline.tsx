import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import keptScript from "#app/browser/kept-page.ts?worker&url";
import { ButtonLink, buttonClass } from "#app/components/button.tsx";
import { Sign } from "#app/components/icon.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { bookingSeats, Logo, TableDrawing } from "#app/components/table-drawing.tsx";
import { errorMessage } from "#app/lib/error-messages.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";

export const handle: RouteHandle = { styles: "app", scripts: [keptScript] };

const { title, text } = errorMessage(0);

export const meta = () => privatePage(title);

export const loader = ({ context: { env } }: LoaderFunctionArgs) => ({ phone: env.SAFETY_PHONE || null });

/** The service worker shows it in place of every page that it hasn't kept. It looks again by itself, as a kept page does. */
export default function Offline() {
  const { phone } = useLoaderData<typeof loader>();
  return (
    <main id="main" tabIndex={-1} data-kept="" className="page-width flex grow flex-col py-4 outline-none">
      <p>
        <Logo />
      </p>
      <div className="m-auto grid justify-items-center gap-5 py-10 text-center">
        <TableDrawing seats={bookingSeats.pending} className="size-44 max-w-full text-ink-3" />
        <h1 className="display mt-3 text-[2.25rem]/[1.1] tracking-[-0.022em]">{title}</h1>
        <p className="max-w-measure text-lead text-ink-2">{text}</p>
        <ButtonLink href="/dashboard" variant="primary" size="large">
          Try again
        </ButtonLink>
        {phone && (
          <p className="grid gap-2 text-ink-2">
            At a dinner now? You can call us:{" "}
            <a href={telephoneLink(phone)} className={buttonClass({}, "text-ink")}>
              <Sign name="phone" />
              {phone}
            </a>
          </p>
        )}
      </div>
    </main>
  );
}
