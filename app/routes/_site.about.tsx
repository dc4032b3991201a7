import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import table from "#app/assets/table.svg";
import { ArrowLink } from "#app/components/button.tsx";
import { publicPage, useVisitor } from "#app/components/page.tsx";
import { ComeToDinner, OnTheEvening, ProsePage, ProseSection } from "#app/components/prose-page.tsx";
import { Signature } from "#app/components/signature.tsx";
import { clubText } from "#app/lib/club-texts.ts";
import { club } from "#club";

export const meta = publicPage({
  title: "About Us",
  description: `Why five people, why no profiles, and how a table at ${club.name} comes together.`,
});

export const loader = ({ context: { env } }: LoaderFunctionArgs) => ({ phone: env.SAFETY_PHONE || null });

export default function About() {
  const { phone } = useLoaderData<typeof loader>();
  const visitor = useVisitor();
  return (
    <ProsePage
      title="Five people who don’t know each other yet"
      lead={`${clubText("about-lead")} ${club.nameMeans}`.trim()}
      picture={table}
      aside={<Signature className="lg:mt-8" />}
    >
      <ProseSection title="Why five">
        <p>
          Two people can run out of things to say, and eight split into two conversations. At a table of five,
          everybody hears everybody, and nobody has to keep the conversation going alone.
        </p>
      </ProseSection>
      <ProseSection title="Why no profiles">
        <p>
          A photo doesn’t tell you who you’ll get along with, so we don’t ask you to choose. There’s no
          profile to write, nobody to swipe, and no chat before you meet. Answer a few questions, pick an
          evening, and we’ll find your table.
        </p>
      </ProseSection>
      <ProseSection title="How a table comes together">
        <p>
          Two days before dinner, we look at everybody who booked. We put people together who have enough in
          common to get along, and enough differences to keep it interesting. Nobody sits with somebody they
          asked to avoid. All five share a language. The restaurant caters for every diet you told us about,
          and fits what each of you wants to spend.
        </p>
        <p>We’d rather make every evening good than some of them perfect.</p>
        {visitor?.showsFigures && (
          <p>
            <ArrowLink href="/how-it-goes">See our numbers</ArrowLink>
          </p>
        )}
      </ProseSection>
      {club.idea && (
        <ProseSection title="Where the idea comes from">
          <p>{club.idea.about}</p>
        </ProseSection>
      )}
      <OnTheEvening phone={phone} />
      <ComeToDinner />
    </ProsePage>
  );
}
