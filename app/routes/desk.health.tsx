import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { privatePage } from "#app/components/page.tsx";
import {
  DeskFacts,
  DeskHeading,
  DeskLink,
  DeskRow,
  DeskSection,
  operationHref,
} from "#app/desk/desk-parts.tsx";
import { loadHealth } from "#app/desk/health.server.ts";
import { requireRole } from "#app/desk/operator.server.ts";

export const meta = () => privatePage("Health");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(request, context, "owner");
  return json(await loadHealth(context));
}

export default function DeskHealth() {
  const { problems, past, pastDays, settings, runs, tasks, hasMoreTasks } = useLoaderData<typeof loader>();
  const isWell = problems.length + settings.length + tasks.length === 0;
  return (
    <>
      <DeskHeading title="Health">{isWell && "All is well. Nothing needs you."}</DeskHeading>
      {problems.length > 0 && (
        <DeskSection title="Wrong now" aside={problems.length}>
          <ul>
            {problems.map(({ name, detail, todo }) => (
              <DeskRow key={name} title={name} text={<span className="wrap-anywhere">{detail}.</span>}>
                <DeskLink href={todo.href}>{todo.label}</DeskLink>
              </DeskRow>
            ))}
          </ul>
        </DeskSection>
      )}
      {settings.length > 0 && (
        <DeskSection title="Settings that are wrong" aside={settings.length}>
          <ul>
            {settings.map(({ name, text }) => (
              <DeskRow key={name} title={name} text={text} />
            ))}
          </ul>
        </DeskSection>
      )}
      {tasks.length > 0 && (
        <DeskSection title="Parked tasks" aside={hasMoreTasks ? `The first ${tasks.length}` : tasks.length}>
          <ul>
            {tasks.map(({ id, title, text, href }) => (
              <DeskRow key={id} title={title} text={<span className="wrap-anywhere">{text}</span>}>
                <DeskLink href={href}>Try again</DeskLink>
              </DeskRow>
            ))}
          </ul>
        </DeskSection>
      )}
      <div className="gap-x-10 xl:grid xl:grid-cols-2">
        <DeskSection title="What runs">
          <DeskFacts facts={runs} />
          <p className="mt-4 flex flex-wrap gap-2">
            <DeskLink href={operationHref("outbox list", { state: "waiting" })}>Emails that wait</DeskLink>
            <DeskLink href={operationHref("job list")}>Tasks</DeskLink>
            <DeskLink href={operationHref("job run")}>Run what is due</DeskLink>
          </p>
        </DeskSection>
        <DeskSection title={`Over, in ${pastDays} days`} aside={past.length > 0 ? past.length : undefined}>
          {past.length === 0 && <p className="py-3 text-small text-ink-2">No problem ended.</p>}
          <ul>
            {past.map(({ id, name, text }) => (
              <DeskRow key={id} title={name} text={<span className="wrap-anywhere">{text}</span>} />
            ))}
          </ul>
        </DeskSection>
      </div>
    </>
  );
}
