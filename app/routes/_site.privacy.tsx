import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/components/page-meta.ts";
import { ProsePage, ProseSection } from "#app/components/prose-page.tsx";

export const meta = publicPage({
  title: "Privacy",
  description: "What Öten keeps about you, who sees it, for how long, and how to export or delete it.",
});

export function loader({ context: { env } }: LoaderFunctionArgs) {
  return { email: env.CONTACT_EMAIL };
}

export default function Privacy() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <ProsePage
      title="Privacy"
      lead="We keep what your dinners need, show others as little as possible, and sell nothing."
    >
      <ProseSection title="What we keep">
        <p>
          Your name and email address, your password in a form that we can’t read, the public part of your
          passkeys, your answers to the quiz, your photo, your bookings and whether you came, the emails we
          send you, and the browsers and cities you are signed in from. If you pay a deposit, a payment
          provider handles your card; we only see that it was paid. If you ask us to keep you apart from
          somebody, we keep that too, and what you say on the day after a dinner.
        </p>
      </ProseSection>
      <ProseSection title="Who sees what">
        <p>
          The people at your table see your <strong>first name and photo</strong>, and up to three sentences
          about what you have in common, such as “Most of you could talk about books for hours.” “All five of
          you” is said only of one side of a scale. Nobody at the table sees the answers of one person. Your
          diet, allergies and drinks, whether you need a way without steps, your age, where you are from and
          what you hope for are never used for these sentences. On the evening they also see whether you said
          that you are there, late or not coming.
        </p>
        <p>
          If you would gladly meet somebody of your table again, they hear of it{" "}
          <strong>only if they say the same</strong>. Then each of you gets what the other chose to give: the
          email address or a line. Nobody hears whom you would rather not sit with. Your rating and your line
          to us are for the people who run this club.
        </p>
        <p>
          The restaurant gets <strong>numbers for each table</strong>: how many people, and how many of them
          have which diet or allergy or need a way without steps. On the evening, whoever receives you there
          sees the first names at each table, who is late and who has come, and no way to reach anybody. The
          people who run this club can see everything, because they help when something goes wrong.
        </p>
      </ProseSection>
      <ProseSection title="Your consent">
        <p>
          What you eat and drink, your allergies, and whether you need a way without steps can say something
          about your health or your beliefs. We ask for your consent before you answer these questions. You
          can skip them, and you can withdraw your consent in your settings at any time. Then we delete the
          answers, and the restaurant will not know what you need.
        </p>
      </ProseSection>
      <ProseSection title="Who processes it for us">
        <p>
          Cloudflare hosts the site, its database and the photos. Resend delivers our emails, Stripe handles
          deposits, and Google tells us who you are if you choose to sign in with it. Each gets only what its
          task needs. To refuse stolen passwords we ask haveibeenpwned.com with five characters of a hash,
          from which nobody learns the password.
        </p>
      </ProseSection>
      <ProseSection title="Cookies">
        <p>
          Only such as the site needs, so there is no cookie banner. One keeps you signed in. One recognises
          your browser, so that other people’s guesses at your password can’t lock you out, and so that we can
          tell you when somebody signs in from a new one. Others last a short time: they keep the dinner you
          chose before signing up, which tables you have seen, a message for the next page, when you can ask
          for an email again, and your way back from Google.
        </p>
        <p>
          Your browser also remembers your first name, to greet you, and answers that are not saved yet. There
          is no advertising and no tracking.
        </p>
      </ProseSection>
      <ProseSection title="How long we keep it">
        <p>
          As long as you have an account. If you never confirm your email address, we delete the account after
          7 days. Emails are deleted after 30 days. The copy of your answers that shows how your tables were
          made is deleted a year after the dinner. Whom you would meet again is deleted after 60 days, unless
          you both know it.
        </p>
        <p>
          Deleting your account is final: your data, your photo and the emails are gone. We keep payment
          records without your name, as the law requires. What all dinners add up to stays, and names nobody.
          Backups can still have your data for 30 days.
        </p>
      </ProseSection>
      <ProseSection title="Your rights">
        <p>
          You may see, correct, export and delete your data, withdraw your consent, and object to how your
          data is used. Most of it you can do in your settings. Otherwise write to{" "}
          <a href={`mailto:${email}`}>{email}</a>, or complain to the data protection authority of your
          country.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
