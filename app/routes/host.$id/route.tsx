import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import pageScript from "#app/browser/host-page.ts?worker&url";
import { Banner, FormError } from "#app/components/banner.tsx";
import { ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { ErrorPage } from "#app/components/error-page.tsx";
import { PageScript, privatePage, type RouteHandle } from "#app/components/page.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { isHostLink } from "#app/emails/links.server.ts";
import { readFormData } from "#app/http/forms.ts";
import { badRequest, brokenHostLink } from "#app/http/responses.ts";
import { act } from "./act.server.ts";
import { loadView } from "./load-view.server.ts";
import { HostHeading, HostLayout, isTakenBack, TakenBackPage } from "./parts.tsx";
import { HostStepOf } from "./steps.tsx";
import { HostTables } from "./tables.tsx";
import { doneSentences, failedSentences, type HostView, type ViewOf } from "./views.ts";

export const handle: RouteHandle = { styles: "app" };

export const meta = () => privatePage("Host’s page");

/** Needs no sign-in, because the link is signed. Contains no contact data. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  if (!isHostLink(request, id, context.env)) throw brokenHostLink();
  const { searchParams } = new URL(request.url);
  return json({
    id,
    key: searchParams.get("key") ?? "",
    outcome: searchParams.get("done"),
    view: await loadView(context, id, searchParams),
  });
}

export async function action({ request, params: { id = "" }, context }: ActionFunctionArgs) {
  if (!isHostLink(request, id, context.env)) throw brokenHostLink();
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const form = await readFormData(request);
  // Each write also checks whether the link still works.
  const [view, next] = await Promise.all([
    loadView(context, id, new URLSearchParams()),
    act(context, { linkId: id, form }),
  ]);
  if (view.is !== "tables") return redirect(hostHref({ id, key }));
  if (!next) throw badRequest();
  return "search" in next
    ? redirect(hostHref({ id, key }, next.search) + (next.hash ?? ""))
    : json(next, next.problem ? 400 : 200);
}

const hostHref = ({ id, key }: { id: string; key: string }, search: Record<string, string> = {}) =>
  `/host/${id}?${new URLSearchParams({ key, ...search })}`;

const has = <Key extends string>(sentences: Record<Key, string>, name: string | null): name is Key =>
  name !== null && Object.hasOwn(sentences, name);

export default function Host() {
  const { id, key, outcome, ...loaded } = useLoaderData<typeof loader>();
  // Remix does not know that it is already JSON.
  const view = loaded.view as HostView;
  const draft = useActionData<typeof action>();
  const toHref = (search: Record<string, string>) => hostHref({ id, key }, search);
  const here = toHref({});
  return (
    <HostLayout>
      {outcome && (has(doneSentences, outcome) || has(failedSentences, outcome)) && (
        <div className="mb-4 max-w-measure">
          {has(doneSentences, outcome) ? (
            <Banner variant="success">{doneSentences[outcome]}</Banner>
          ) : (
            <FormError>{failedSentences[outcome]}</FormError>
          )}
        </div>
      )}
      {view.is === "tables" ? (
        <>
          <HostTables view={view} action={here} />
          <PageScript src={pageScript} />
        </>
      ) : view.is === "early" || view.is === "over" || view.is === "canceled" ? (
        <Closed view={view} />
      ) : (
        <HostStepOf
          view={view}
          action={view.is === "message" ? toHref({ view: "message" }) : here}
          backHref={here}
          toHref={toHref}
          draft={draft}
        />
      )}
    </HostLayout>
  );
}

const Closed = ({ view }: { view: ViewOf<"early" | "over" | "canceled"> }) => (
  <div className="-mx-(--spacing-gutter) lg:-mt-6">
    <CenteredCard>
      <TableDrawing seats={bookingSeats.canceled} className="size-24 text-line-strong" />
      <HostHeading {...view} />
      {view.is === "early" && (
        <>
          <p className="text-lead">This page opens on {view.worksFrom}.</p>
          <p className="text-ink-2">
            It then shows who sits where, and the diets and allergies at each table. You check people in as
            they arrive.
          </p>
        </>
      )}
      {view.is === "over" && (
        <>
          <p className="text-lead">Thank you for having us.{view.total && ` ${view.total}`}</p>
          <p className="text-ink-2">This page is closed now. See you at the next one.</p>
        </>
      )}
      {view.is === "canceled" && <p className="text-lead">This dinner is canceled. Nobody will come.</p>}
      <ButtonLink href="/contact">Contact us</ButtonLink>
    </CenteredCard>
  </div>
);

export function ErrorBoundary() {
  if (isTakenBack(useRouteError())) return <TakenBackPage />;
  return (
    <HostLayout>
      <div className="-mx-(--spacing-gutter)">
        <ErrorPage />
      </div>
    </HostLayout>
  );
}
