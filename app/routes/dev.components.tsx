import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireLocal } from "#app/auth/guards.server.ts";
import { Banner } from "#app/components/banner.tsx";
import { ArrowLink, Button } from "#app/components/button.tsx";
import { Card } from "#app/components/card.tsx";
import { Countdown } from "#app/components/countdown.tsx";
import { Field } from "#app/components/field.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { Face } from "#app/components/party.tsx";
import { Loading, Progress } from "#app/components/progress.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";
import { Badge, Status, type StatusName } from "#app/components/status.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { nextFridayEvening } from "#app/lib/dates.ts";

export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("Components");

export function loader({ request, context }: LoaderFunctionArgs) {
  const { env, now, timeZone } = context;
  requireLocal(request, env);
  return {
    now: now.getTime(),
    until: nextFridayEvening(now, timeZone).getTime(),
  };
}

const statuses: StatusName[] = ["Available", "Booked", "Confirmed", "Pending", "Canceled", "Sold Out"];

export default function Components() {
  const { now, until } = useLoaderData<typeof loader>();
  return (
    <SiteLayout>
      <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 py-12 lg:grid-cols-2">
        <h1 className="display text-1 lg:col-span-2">Components and states</h1>
        <Example title="Type">
          <p className="display text-hero">Five seats</p>
          <p className="display text-2">One table, one evening</p>
          <p className="display text-3">Good food, first names only</p>
          <p>Body text is Inter at 17 px: Lőrinc, Zsófi, tűzhely.</p>
          <p className="text-label text-ink-2">Captions and labels, 14 px, the smallest size.</p>
        </Example>
        <Example title="Button">
          <Row>
            <Button variant="primary">Take the Quiz</Button>
            <Button variant="primary" aria-disabled>
              Next
            </Button>
            <Button>Location</Button>
            <Button size="small">Book Again</Button>
            <Button variant="dark" size="small">
              Get Started
            </Button>
            <ArrowLink href="/dev/components">take me there</ArrowLink>
          </Row>
        </Example>
        <Example title="Field">
          <Field label="Email" type="email" placeholder="you@example.com" />
          <Field label="Email" type="email" error="Email is required" />
          <Field
            label="Password"
            type="password"
            defaultValue="abcdefgh"
            hint="At least 8 characters, with lowercase, uppercase and numbers"
          />
        </Example>
        <Example title="Banner">
          <Banner variant="error">Error creating appointment: this dinner is sold out.</Banner>
          <Banner variant="success">Please check your inbox for the confirmation email.</Banner>
          <Banner variant="info">You’re offline. What you see may be out of date.</Banner>
        </Example>
        <Example title="Status and badge">
          <Row>
            {statuses.map((name) => (
              <Status key={name} name={name} />
            ))}
          </Row>
          <Row>
            <Status name="Confirmed" isPast />
            <Badge>For a limited time</Badge>
            <Badge>refundable</Badge>
          </Row>
        </Example>
        <Example title="The table">
          <Row>
            <TableDrawing seats={bookingSeats.pending} className="size-21" />
            <TableDrawing seats={bookingSeats.confirmed} className="size-21" />
            <TableDrawing seats={bookingSeats.canceled} className="size-21" />
            <TableDrawing seats={bookingSeats.confirmed} isLaid className="size-21" />
          </Row>
          <Loading />
        </Example>
        <Example title="Avatar">
          <Row>
            {[1, 2, 3, 4, 5].map((seed) => (
              <Face
                key={seed}
                photo={null}
                drawn={{ seed, isChosen: seed > 2 }}
                seat={seed}
                className="size-16"
              />
            ))}
          </Row>
        </Example>
        <Example title="Countdown">
          <Countdown until={new Date(until)} now={new Date(now)} />
        </Example>
        <Example title="Progress">
          <div className="ground-green p-5">
            <Progress label="Question 13 of 24" value={13} max={24} />
          </div>
        </Example>
        <Example title="Card">
          <Card>
            <p>Handed over: a confirmation, a payment, a thank-you.</p>
          </Card>
        </Example>
      </div>
    </SiteLayout>
  );
}

const Example = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid min-w-0 content-start gap-5 border-t border-ink pt-4">
    <h2 className="display text-[1.25rem]">{title}</h2>
    {children}
  </section>
);

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-5 gap-y-4">{children}</div>
);
