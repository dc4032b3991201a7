import { ArrowLink } from "#app/components/button.tsx";
import { ProsePage, ProseSection } from "#app/components/prose-page.tsx";
import { publicPage } from "#app/lib/page-meta.ts";

export const meta = publicPage({
  title: "About Us",
  description: "Why five people, why no profiles, and how a table at Öten comes together.",
});

export default function About() {
  return (
    <ProsePage
      title="Five people who don’t know each other yet"
      lead="Öten is a dinner club from Budapest. The name is Hungarian for the five of us."
    >
      <ProseSection title="Why five">
        <p>
          Two can run out of things to say, and eight become two conversations. Five is the largest table at
          which everybody hears everybody, and nobody has to carry the evening alone.
        </p>
      </ProseSection>
      <ProseSection title="Why nothing to scroll">
        <p>
          You can’t choose well between strangers from their photographs, so we don’t ask you to. There is no
          profile to write, nobody to swipe, and no chat before you meet. You answer a few questions, you pick
          an evening, and we do the seating.
        </p>
      </ProseSection>
      <ProseSection title="How a table comes together">
        <p>
          Two days before dinner we look at everyone who booked. We seat people who agree on the things that
          make an evening easy and differ on the things that make it interesting. Nobody sits with someone
          they asked to avoid, all five share a language, and the kitchen can cook for everyone.
        </p>
        <p>
          No table is left poor so that another may be rich: we would rather have ten good evenings than nine
          perfect ones.
        </p>
      </ProseSection>
      <ProseSection title="Where the idea is from">
        <p>
          In Japan, a gokon is a dinner where two groups of friends meet as strangers. We kept the dinner and
          the company, and left the rest open: friendship, work, love, or simply a good Friday.
        </p>
        <p>
          <ArrowLink href="/register">Take the Quiz</ArrowLink>
        </p>
      </ProseSection>
    </ProsePage>
  );
}
