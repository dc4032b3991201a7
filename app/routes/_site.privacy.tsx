import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { publicPage } from "#app/components/page-meta.ts";
import { ProsePage, ProseSection } from "#app/components/prose-page.tsx";

export const meta = publicPage({
  title: "Privacy",
  description: "What Öten stores about you, why, for how long, and how to export or delete it.",
});

export function loader({ context: { env } }: LoaderFunctionArgs) {
  return { email: env.CONTACT_EMAIL };
}

export default function Privacy() {
  const { email } = useLoaderData<typeof loader>();
  return (
    <ProsePage
      title="Privacy"
      lead="We store what your dinners need, show others as little as possible, and sell nothing."
    >
      <ProseSection title="What we store">
        <p>
          Your name and email address, your password in a form that we can’t read, your answers to the quiz,
          your photo, and your bookings. If you pay a deposit, a payment provider handles your card; we only
          see that it was paid.
        </p>
      </ProseSection>
      <ProseSection title="Who sees what">
        <p>
          The people at your table see your <strong>first name and photo</strong>, and what the five of you
          have in common, always as numbers and never one person’s answer. The restaurant gets numbers: how
          many seats, diets and allergies. Nobody else sees anything.
        </p>
      </ProseSection>
      <ProseSection title="Who processes it for us">
        <p>
          Cloudflare hosts the site, its database and the photos. Resend delivers our emails, Stripe handles
          deposits, and Google tells us who you are if you choose to sign in with it. Each gets only what its
          task needs.
        </p>
      </ProseSection>
      <ProseSection title="Cookies">
        <p>
          One, once you sign in, so that you stay signed in; and a short-lived one while you sign in with
          Google. Your browser also remembers your first name, to greet you. There is no advertising and no
          tracking, so there is no cookie banner.
        </p>
      </ProseSection>
      <ProseSection title="How long we store it">
        <p>
          As long as you have an account. You can export or delete all of it in your settings. Deleting is
          final: your data, your photo and the emails we sent you are gone. We keep payment records for as
          long as the law requires.
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
