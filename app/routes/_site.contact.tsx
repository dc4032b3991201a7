import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/components/page-meta.ts";
import { ProsePage, ProseSection } from "#app/components/prose-page.tsx";

export const meta = publicPage({
  title: "Contact Us",
  description: "Write to us, or find your answer here.",
});

export function loader({ context: { env } }: LoaderFunctionArgs) {
  return { email: env.CONTACT_EMAIL };
}

const questions = [
  {
    question: "I can’t make it to my dinner.",
    answer:
      "Cancel from your dashboard, so that someone on standby can have your seat. It is free until 48 hours before dinner. After that we keep the deposit, but canceling still helps your table.",
  },
  {
    question: "Who will I sit with?",
    answer:
      "Four people chosen from everyone who booked that dinner. You learn their first names once your seat is confirmed, two days before dinner.",
  },
  {
    question: "I have an allergy, or there are things I don’t eat.",
    answer:
      "Tell us in the quiz. If no restaurant of a dinner can cook for your diet, we tell you before you book. The restaurant gets the numbers of diets and allergies at each table.",
  },
  {
    question: "Somebody made me uncomfortable.",
    answer: "Write to us. We read it the same day, and you will never be seated with that person again.",
  },
];

export default function Contact() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <ProsePage title="Contact Us" lead="A person reads every email, usually on the day it arrives.">
      <ProseSection title="Write to us">
        <p>
          <a href={`mailto:${email}`} className="display text-3 break-words">
            {email}
          </a>
        </p>
        <p>If it is about a dinner, tell us which one, and write from the address you signed up with.</p>
      </ProseSection>
      {questions.map(({ question, answer }) => (
        <ProseSection key={question} title={question}>
          <p>{answer}</p>
        </ProseSection>
      ))}
    </ProsePage>
  );
}
