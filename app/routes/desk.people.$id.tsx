import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { privatePage } from "#app/components/page.tsx";
import { DepositRow } from "#app/desk/deposit-row.tsx";
import {
  DeskFacts,
  DeskLink,
  DeskRow,
  DeskSection,
  DeskState,
  operationHref,
  TextLink,
} from "#app/desk/desk-parts.tsx";
import { requireRole } from "#app/desk/operator.server.ts";
import { findPeople } from "#app/desk/people.server.ts";
import { PeopleList, PersonMark } from "#app/desk/people.tsx";
import { loadPerson, type PersonView } from "#app/desk/person.server.ts";
import { notFound } from "#app/http/responses.ts";
import { telephoneLink } from "#app/lib/event/safety.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => privatePage(data?.person.name ?? "Person");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const operator = await requireRole(request, context, "city");
  const person = await loadPerson(context, operator, params.id ?? "");
  if (!person) throw notFound();
  return json({ person, found: await findPeople(context, { url: request.url, operator }) });
}

export default function DeskPerson() {
  const { person, found } = useLoaderData<typeof loader>();
  const hasList = found.people.length > 0;
  return (
    <div className={hasList ? "lg:grid lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)] lg:gap-10" : ""}>
      {hasList && (
        <aside aria-label="People found" className="max-lg:hidden">
          <PeopleList found={found} openId={person.id} />
        </aside>
      )}
      <div className="min-w-0">
        <Person person={person as PersonView} typed={found.typed} />
      </div>
    </div>
  );
}

function Person({ person, typed }: { person: PersonView; typed: string }) {
  const { id, email, isOwner, block, ahead, behind, canceled, deposits } = person;
  return (
    <>
      <header className="mb-7">
        <a
          href={`/desk/people${typed && `?${new URLSearchParams({ q: typed })}`}`}
          className="inline-flex min-h-target items-center gap-2 text-small text-ink-2"
        >
          <span aria-hidden="true">←</span> People
        </a>
        <div className="flex items-center gap-5">
          <PersonMark name={person.name} isLarge />
          <div className="min-w-0">
            <h1 className="display text-2 wrap-anywhere">{person.name}</h1>
            <p className="text-small wrap-anywhere text-ink-2">{describeWho(person)}</p>
          </div>
        </div>
        <div className="mt-5 flex flex-wrap gap-2">
          {person.phone && <DeskLink href={telephoneLink(person.phone)}>Call</DeskLink>}
          <DeskLink href={`mailto:${email}`}>Write</DeskLink>
          {isOwner && !block && <DeskLink href={operationHref("user block", { user: id })}>Block</DeskLink>}
          {isOwner && block && (
            <DeskLink href={operationHref("user unblock", { user: id })}>Take the block back</DeskLink>
          )}
        </div>
      </header>
      <Warnings person={person} />
      <div className="gap-x-10 xl:grid xl:grid-cols-2">
        <div>
          <DeskSection
            title="Bookings"
            aside={[
              `${ahead.length} ahead, ${behind.length} behind`,
              ...(canceled.length > 0 ? [`${canceled.length} canceled`] : []),
            ].join(", ")}
          >
            <BookingList bookings={[...ahead, ...behind, ...canceled]} />
          </DeskSection>
          <DeskSection title="Deposits">
            {deposits.length === 0 && <Nothing>None</Nothing>}
            <ul>
              {deposits.map((deposit) => (
                <DepositRow
                  key={deposit.id}
                  deposit={deposit}
                  title={`${deposit.amount}, ${deposit.evening}`}
                />
              ))}
            </ul>
          </DeskSection>
        </div>
        <div>
          <DeskSection title="For the table">
            <DeskFacts facts={listFacts(person)} />
          </DeskSection>
          <DeskSection title="History">
            <DeskFacts
              facts={person.history.map(({ at, what, detail }) => [at, detail ? `${what}: ${detail}` : what])}
            />
            {isOwner && (
              <TextLink href={operationHref("user history", { user: id })}>The whole history</TextLink>
            )}
          </DeskSection>
        </div>
      </div>
      {isOwner && <Actions person={person} />}
    </>
  );
}

function describeWho({ shownAs, age, since, email, isConfirmed }: PersonView): string {
  const isSince = `${age ? `${age}, with` : "With"} us since ${since}`;
  return `${shownAs || "No name"} at the table. ${isSince}. ${email}${isConfirmed ? "" : ", not confirmed yet"}`;
}

type Warning = [title: string, text: string | null, link?: [says: string, href: string]];

function Warnings({ person }: { person: PersonView }) {
  const { id, email, block, broken, recovery, otherAccounts, isOwner } = person;
  const warnings: Warning[] = [];
  if (block)
    warnings.push([
      `Blocked since ${block.since}${block.until ? `, until ${block.until}` : ""}`,
      block.reason,
    ]);
  if (broken)
    warnings.push([
      `Gets no emails since ${broken.at}`,
      broken.reason === "bounced"
        ? "One came back. Ask if the address is right: correct it, or send to it again."
        : "One was marked as spam. Ask first, then send to it again.",
      ["Send again", operationHref("email allow", { address: email })],
    ]);
  if (recovery)
    warnings.push([
      `Gets the address ${recovery.newEmail}`,
      `On ${recovery.due}, ${recovery.at}, unless the old one stops it.`,
      ["Stop", operationHref("user recover", { user: id, stop: "yes" })],
    ]);
  if (otherAccounts > 0)
    warnings.push([
      `May have ${otherAccounts === 1 ? "another account" : `${otherAccounts} other accounts`}`,
      "They were made in one browser, or right after another in one network.",
      ["Look", operationHref("user crowds")],
    ]);
  if (warnings.length === 0) return null;
  return (
    <ul className="mb-7 border-t border-paprika">
      {warnings.map(([title, text, link]) => (
        <DeskRow key={title} title={title} text={text}>
          {isOwner && link && <DeskLink href={link[1]}>{link[0]}</DeskLink>}
        </DeskRow>
      ))}
    </ul>
  );
}

const BookingList = ({ bookings }: { bookings: PersonView["ahead"] }) =>
  bookings.length === 0 ? (
    <Nothing>Never booked</Nothing>
  ) : (
    <ul>
      {bookings.map(({ id, eventId, when, place, state, canCancel, canMove, canBeSeated, canBeRecorded }) => (
        <DeskRow
          key={id}
          title={
            <a href={`/desk/evenings/${eventId}`} className="hover:underline">
              {when}
            </a>
          }
          text={
            <>
              {place}
              {(canCancel || canBeSeated || canBeRecorded) && (
                <span className="flex flex-wrap gap-x-5">
                  {canBeSeated && (
                    <TextLink href={operationHref("booking confirm", { booking: id })}>Seat</TextLink>
                  )}
                  {canMove && <TextLink href={`/desk/bookings/${id}/move`}>Move</TextLink>}
                  {canCancel && (
                    <TextLink href={operationHref("booking cancel", { booking: id })}>Cancel</TextLink>
                  )}
                  {canBeRecorded && (
                    <TextLink href={operationHref("attendance record", { event: eventId })}>
                      Who came
                    </TextLink>
                  )}
                </span>
              )}
            </>
          }
        >
          <DeskState tone={state.tone}>{state.text}</DeskState>
        </DeskRow>
      ))}
    </ul>
  );

function listFacts({ table, isQuizDone, broken, reports, avoidanceCount, isOwner, id }: PersonView) {
  const people = `${avoidanceCount} ${avoidanceCount === 1 ? "person" : "people"}`;
  const avoids = isOwner ? (
    <TextLink href={operationHref("avoid list", { diner: id })}>{people}</TextLink>
  ) : (
    `${people}. Only the owner sees who.`
  );
  const reported = [
    ...(reports.noShows > 0 ? [`Didn’t come ${times(reports.noShows)}`] : []),
    ...(reports.missing > 0 ? [`Said to be missing by table-mates ${times(reports.missing)}`] : []),
  ];
  const facts: [string, ReactNode][] = [
    ...table.map(([name, value]): [string, ReactNode] => [
      name,
      value ?? (isQuizDone ? "Not said" : "The quiz isn’t done"),
    ]),
    ["Emails", broken ? "None: the address is broken" : "About bookings"],
    ["Reports", reported.join(". ") || "None"],
    ["Avoids", avoidanceCount === 0 ? "Nobody" : avoids],
  ];
  return facts;
}

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="py-3 text-small text-ink-2">{children}</p>
);

const Actions = ({ person: { id, firstName, isConfirmed } }: { person: PersonView }) => (
  <footer className="border-t border-line pt-5">
    <div className="flex flex-wrap gap-2">
      <DeskLink href={operationHref("booking add", { user: id })}>Book an event</DeskLink>
      <DeskLink href={operationHref(isConfirmed ? "user recover" : "user correct-address", { user: id })}>
        {isConfirmed ? "They lost this address" : "Correct the address"}
      </DeskLink>
      <DeskLink href={operationHref("avoid add", { diner: id })}>Keep apart from somebody</DeskLink>
      <DeskLink href={operationHref("user show", { user: id })}>All about {firstName}</DeskLink>
    </div>
    <p className="mt-4 max-w-measure text-small text-ink-2">
      An export of {firstName}’s data, and deleting the account, are done at a computer.
    </p>
  </footer>
);
