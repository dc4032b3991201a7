import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { privatePage } from "#app/components/page.tsx";
import { DeskHeading, DeskLink, operationHref } from "#app/desk/desk-parts.tsx";
import { requireRole } from "#app/desk/operator.server.ts";
import { findPeople } from "#app/desk/people.server.ts";
import { PeopleList, PeopleSearch } from "#app/desk/people.tsx";

export const meta = () => privatePage("People");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireRole(request, context, "city");
  return json(await findPeople(context, { url: request.url, operator }));
}

export default function DeskPeople() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <DeskHeading title="People">
        {found.typed === "" &&
          "Type a part of a first or last name, or of an email address. Accents and a slip or two don’t matter."}
      </DeskHeading>
      <div className="max-w-measure">
        <PeopleSearch typed={found.typed} />
        <PeopleList found={found} />
        <p className="mt-5">
          <DeskLink href={operationHref("user invite")}>Make an account for somebody</DeskLink>
        </p>
        <p className="mt-5 text-small text-ink-2">Every look at a person is kept with your name.</p>
      </div>
    </>
  );
}
