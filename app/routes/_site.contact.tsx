import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/components/page.tsx";
import { ComeToDinner, Imprint, OnTheEvening, ProsePage, ProseSection } from "#app/components/prose-page.tsx";
import { Signature } from "#app/components/signature.tsx";
import { clubText } from "#app/lib/club-texts.ts";
import { hasDeposits } from "#app/models/city/cities.server.ts";

export const meta = publicPage({
  title: "Contact Us",
  description:
    "Write to us, or find your answer here: canceling, being late, your table, diets, dress and safety.",
});

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  email: context.env.CONTACT_EMAIL,
  phone: context.env.SAFETY_PHONE || null,
  hasDeposits: await hasDeposits(context),
});

const listTopics = (hasDeposits: boolean) => [
  {
    topic: "Before you come",
    questions: [
      {
        question: "Who will I sit with?",
        answer:
          "Four people who booked the same dinner. We choose them by what all of you told us in the quiz. You see their first names and photos once your seat is confirmed, two days before dinner.",
      },
      {
        question: "What if nobody talks?",
        answer:
          "The page of your booking has questions that get a table going. Read one out, and let somebody begin: the others hope for it as much as you do.",
      },
      {
        question: "How old are the others, and who comes?",
        answer:
          "It differs from dinner to dinner: friends of different ages, people new in town, people who were here before. Most come alone.",
      },
      {
        question: "Which language will we speak?",
        answer: "You’ll all have one language in common. You tell us yours in the quiz.",
      },
      {
        question: "Can I bring a friend?",
        answer: "Yes. Book first, and then send them the link on your booking’s page.",
      },
      {
        question: "What does dinner cost?",
        answer:
          "Each of you pays for what you eat, at the restaurant. When you choose a dinner, you see about how much that is.",
      },
      { question: "What do I wear?", answer: "Whatever you’d wear to dinner with friends." },
      {
        question: "I have an allergy, or there are things I don’t eat.",
        answer:
          "Tell us in the quiz. If a dinner can’t cater for your diet, we tell you before you book. We tell the restaurant how many people at each table have each diet or allergy.",
      },
      {
        question: "Is it a dating app?",
        answer:
          "No. Some people come for friends, some for work, some for love. We seat five people who are likely to get along, and leave the rest to you.",
      },
    ],
  },
  {
    topic: "If something goes wrong",
    questions: [
      {
        question: "I’m going to be late.",
        answer:
          "On the day, from 3 hours before dinner, the page of your booking has a button for it. It tells your table and the host. If you know it days before, there’s nothing to do yet.",
      },
      {
        question: "I can’t make it to my dinner.",
        answer: `Cancel it from your dashboard, and somebody on standby can have your seat. ${hasDeposits ? "It’s free until 48 hours before dinner. After that we keep the deposit if you paid one, but canceling still helps your table." : "It’s free, and the earlier you do it, the better for your table."}`,
      },
      {
        question: "Somebody behaves badly.",
        answer:
          "Tell the host if you need help right away. You can leave whenever you like, without a reason. Then write to us. Tell us their first name and which dinner it was, and we’ll make sure that you’re never seated together again.",
      },
      {
        question: "There’s an emergency.",
        answer:
          "Dial the emergency number first: 112 works in all of the European Union, and on the day your booking’s page has the one of your city. Then tell the host or the restaurant.",
      },
      {
        question: "Somebody at my table can’t come.",
        answer: `Until 3 hours before dinner, we give their seat to people on standby. If only 1 or 2 of you are left by then, we find you seats at other tables, or ${hasDeposits ? "cancel and refund your deposit" : "cancel"}. After that, the rest of you dine as planned.`,
      },
      {
        question: "The restaurant can’t use our table.",
        answer: `We look for a seat for you at another table. If there isn’t one, we ${hasDeposits ? "cancel and refund your deposit" : "cancel"}.`,
      },
    ],
  },
];

export default function Contact() {
  const { email, phone, hasDeposits } = useLoaderData<typeof loader>();
  return (
    <ProsePage title="Contact Us" lead={clubText("contact-lead")} hasTable>
      <ProseSection title="Write to us">
        <p>
          <a href={`mailto:${email}`} className="display text-3 wrap-anywhere">
            {email}
          </a>
        </p>
        <p>If it’s about a dinner, tell us which one, and write from the address you registered with.</p>
        <Signature className="text-ink" />
      </ProseSection>
      <OnTheEvening phone={phone} />
      <div id="answers" className="contents">
        {listTopics(hasDeposits).map(({ topic, questions }, t) => (
          <ProseSection key={topic} title={topic}>
            <div className="-mb-4">
              {questions.map(({ question, answer }, q) => (
                <details
                  key={question}
                  open={t === 0 && q === 1}
                  className="border-b border-line last:border-b-0"
                >
                  <summary className="min-h-target cursor-pointer content-center py-2.5 font-strong text-ink">
                    {question}
                  </summary>
                  <p className="pb-4">{answer}</p>
                </details>
              ))}
            </div>
          </ProseSection>
        ))}
      </div>
      <Imprint />
      <ComeToDinner />
    </ProsePage>
  );
}
