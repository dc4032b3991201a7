import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ProsePage, ProseSection } from "#app/components/prose-page.tsx";
import { publicPage } from "#app/lib/page-meta.ts";

export const meta = publicPage({
  title: "Privacy",
  description: "What Öten keeps about you, why, for how long, and how to take it back.",
});

export function loader({ context: { env } }: LoaderFunctionArgs) {
  return { email: env.CONTACT_EMAIL };
}

export default function Privacy() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <ProsePage
      title="Privacy"
      lead="We keep what a dinner needs, show others as little as possible, and sell nothing."
    >
      <ProseSection title="What we keep">
        <p>
          Your name and email address, a password that is stored so that we can’t read it, your answers to the
          quiz, your photo, and your bookings. If you pay a deposit, a payment provider handles your card; we
          only see that it was paid.
        </p>
      </ProseSection>
      <ProseSection title="Who sees what">
        <p>
          The people at your table see your <strong>first name and photo</strong>, and what the five of you
          have in common, always in counts and never one person’s answer. The restaurant gets numbers: how
          many seats, how many diets and allergies. Nobody else sees anything.
        </p>
      </ProseSection>
      <ProseSection title="Who works for us">
        <p>
          The site, its database and its photos run at Cloudflare. Our mails are delivered by Resend, deposits
          are handled by Stripe, and Google tells us who you are if you choose to sign in with it. Each gets
          only what its task needs.
        </p>
      </ProseSection>
      <ProseSection title="Cookies">
        <p>
          One, once you sign in, so that you stay signed in; and a short-lived one while you sign in with
          Google. Your browser also remembers your first name, to greet you. There is no advertising and no
          tracking, which is why there is no banner.
        </p>
      </ProseSection>
      <ProseSection title="How long">
        <p>
          As long as you have an account. You can take all of it with you, or delete all of it, from your
          settings. Deleting is final: your rows, your photo and the mails we hold for you are gone. What the
          law makes us keep about payments stays as long as it must.
        </p>
      </ProseSection>
      <ProseSection title="Your rights">
        <p>
          You may see, correct, export and delete your data, and object to how it is used. Write to{" "}
          <a href={`mailto:${email}`}>{email}</a>, or complain to the data protection authority of your
          country.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
