import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { publicPage } from "#app/components/page.tsx";
import { Imprint, ProsePage, ProseSection, type Summary } from "#app/components/prose-page.tsx";
import { cookieRows, inWords, keptMs, longestOtherCookie } from "#app/lib/privacy/kept-times.ts";
import { keptByHeading } from "#app/lib/privacy/what-is-kept.ts";
import { unsavedAnswersMs } from "#app/lib/quiz/unsaved-answers.ts";
import { capitalize } from "#app/lib/text.ts";
import { listCompanyPhrases } from "#app/models/seating/company.server.ts";
import { club } from "#club";

const list = new Intl.ListFormat("en-GB", { type: "disjunction" });

export const meta = publicPage({
  title: "Privacy",
  description: `What ${club.name} keeps about you, who sees it, for how long, and how to export or delete it.`,
});

export const loader = async ({ context: { db, env } }: LoaderFunctionArgs) => ({
  email: env.CONTACT_EMAIL,
  company: list.format(await listCompanyPhrases(db)),
});

const summary: Summary = [
  ["We keep what you tell us, your bookings, and the emails we send you.", "What we keep"],
  [
    "Your table sees your first name, your photo, and up to three things that most of you share.",
    "Who sees what",
  ],
  ["The restaurant gets numbers, and the host sees first names.", "Who sees what"],
  ["The people who run this club can see everything, to help when something goes wrong.", "Who sees what"],
  ["There is no advertising and no tracking, and we only set cookies that the site needs.", "Cookies"],
  ["You can see, correct, export and delete your data in your settings.", "Your rights"],
];

export default function Privacy() {
  const { email, company } = useLoaderData<typeof loader>();
  return (
    <ProsePage
      title="Privacy"
      lead="What we keep about you, who sees it, and for how long."
      hasTable
      summary={summary}
    >
      <ProseSection title="What we keep">
        <div>
          <Fold title="From signing up and in">
            <p>
              Your name and email address, your password in a form that we can’t read, the public part of your
              passkeys, and the browsers and cities you sign in from.
            </p>
          </Fold>
          <Fold title="From the quiz and your dinners">
            <p>
              Your answers to the quiz, your photo, your bookings and whether you came, and the emails we send
              you. If you ask us to keep you apart from somebody, or to seat you with friends, we keep that
              too, and what you tell us the day after a dinner.
            </p>
          </Fold>
          <Fold title="From a deposit">
            <p>If you pay a deposit, a payment provider handles your card. We only see that you paid.</p>
          </Fold>
        </div>
      </ProseSection>
      <ProseSection title="Who sees what">
        <p>
          <a href="/who-sees-what">A table says it at a glance.</a> Here is all of it:
        </p>
        <div>
          <Fold title="The people at your table">
            <p>
              <strong>The people at your table</strong> see your first name and photo, and up to three
              sentences about what you have in common, such as “Most of you could talk about books for hours.”
              We say “All five of you” only about a scale, when all five lean the same way. Nobody at the
              table sees the answers of one person. Your diet, allergies and drinks, whether you need
              step-free access, your age, your gender, where you are from and what you hope for are never used
              for these sentences.{" "}
              {company && (
                <>
                  Your own page may say that you’re not the only one who {company}. It doesn’t say who else,
                  and often says nothing, so that nobody can be sure of another’s answer.{" "}
                </>
              )}
              If you say that evening that you’re there, running late or not coming, your table sees that,
              too. If you change your name or photo after a dinner, the people you met there don’t see the new
              one, and no photo after two weeks.
            </p>
          </Fold>
          <Fold title="If you send a friend a link">
            <p>
              <strong>If you send a friend a link</strong> to come along, it shows your first name, your drawn
              face and the dinner.
            </p>
          </Fold>
          <Fold title="If you’d like to meet somebody from your table again">
            <p>
              <strong>If you’d like to meet somebody from your table again</strong>, they find out only if
              they choose you, too. Then you each get what the other chose to give: an email address or
              something else. Nobody at your table hears who you’d rather not sit with. Your rating and your
              note to us are for the people who run this club; after a poor rating, we take more care of your
              next table. Whom people would like to meet again also teaches us how much each question of the
              quiz counts. For that we keep sums, which name nobody and stay when you delete your account. We
              never learn from what tells of origin, belief, health, drinking, gender or age.
            </p>
          </Fold>
          <Fold title="The restaurant">
            <p>
              <strong>The restaurant</strong> gets numbers for each table: how many people, and how many of
              them have each diet or allergy, or need step-free access. That evening, the host who welcomes
              you there sees the first names at each table (with the initial of the last name, or as many
              letters as it takes, where two are the same), who is late and who has come, and a phone number
              only if you’ve left one for that evening.
            </p>
          </Fold>
        </div>
        <p>
          <strong>The people who run this club</strong> can see everything, because they help when something
          goes wrong.
        </p>
      </ProseSection>
      <ProseSection title="Your consent">
        <p>
          What you eat and drink, your allergies, and whether you need step-free access can say something
          about your health or your beliefs. We ask for your consent before you answer these questions. You
          can skip them, and you can withdraw your consent in your settings at any time. Then we delete the
          answers, and the restaurant won’t know what you need.
        </p>
        <p>
          We email you news from the club only if you ask for it in your settings. A link in each of these
          emails ends it with one tap.
        </p>
      </ProseSection>
      <ProseSection title="Who processes it for us">
        <ul className="-my-2 divide-y divide-line *:py-2.5">
          <li>
            <strong>Cloudflare</strong> hosts the site, its database and the photos, and checks who is human
            where many sign up.
          </li>
          <li>
            <strong>Resend</strong> delivers our emails.
          </li>
          <li>
            <strong>Stripe</strong> handles deposits.
          </li>
          <li>
            <strong>Google</strong> tells us who you are if you choose to sign in with it.
          </li>
          <li>
            To refuse stolen passwords, we send <strong>haveibeenpwned.com</strong> five characters of a hash,
            which give nobody the password.
          </li>
        </ul>
      </ProseSection>
      <ProseSection title="Cookies">
        <p>We only set cookies that the site needs, so there is no cookie banner.</p>
        <div>
          <Fold title="What they do">
            <p>
              One keeps you signed in. One recognizes your browser, so that other people’s guesses at your
              password can’t lock you out, and so that we can tell you when somebody signs in from a new one.
              The others last {longestOtherCookie} at most.
            </p>
          </Fold>
          <KeptList
            title="All cookies"
            rows={cookieRows.map(({ why, howLong }) => ({ what: why, howLong }))}
          />
          <Fold title="What your browser remembers besides">
            <p>
              Your browser also remembers your first name, to greet you, and who is signed in. If you answer
              the quiz without a connection, it keeps those answers, about food and health too, until we’ve
              saved them or you sign out. After {inWords(unsavedAnswersMs)} the next page that you open while
              signed in deletes them. It keeps the page of your next dinner, with the names and photos of your
              table, so that you can read it at the door without a connection: until you sign out, another
              account signs in, or two days after the dinner.
            </p>
          </Fold>
        </div>
        <p>There is no advertising and no tracking.</p>
      </ProseSection>
      <ProseSection title="How long we keep it">
        <p>Most of it as long as you have an account, and some of it not so long:</p>
        <div>
          {Object.entries(keptByHeading).map(([heading, kept]) => (
            <KeptList
              key={heading}
              title={heading}
              rows={Object.values(kept).map(({ has, howLong }) => ({ what: has, howLong }))}
            />
          ))}
        </div>
        <p>
          If you haven’t been to a dinner for {inWords(keptMs.unusedAnswers)}, we email you, and delete your
          answers about food, drinks and access {inWords(keptMs.askedAnswers)} later unless you sign in.
        </p>
        <Fold title="When you leave the club">
          <p>
            Deleting your account is final: your data, your photo and the emails are gone. We keep payment
            records without your name, as the law requires. Totals over all dinners stay, and name nobody.
            Cloudflare keeps earlier states of the database for 30 days, and we may keep backups. So that a
            restored one doesn’t bring you back, we keep a list of deletions for {inWords(keptMs.change)}. It
            has a number without a meaning in place of you, and whether you or an operator deleted the
            account. So that it doesn’t undo what you’ve chosen since, we keep a second copy of your account,
            answers and choices. Within a minute it changes when you change something, and forgets what you
            delete.
          </p>
          <p>
            As long as you have an account, we keep a scrambled form of your email address and Google account
            that only this site can make. It outlives the account only if we’ve blocked you, if you and
            somebody else are kept apart, or if a dinner of yours was just over or about to begin: it lets us
            recognize you if you sign up again, so that nobody gets rid of a block or an avoidance by deleting
            an account. After a dinner, we keep it for {inWords(keptMs.erasedSeat)} with your table, so that
            the people you met there can still say that they’d rather not sit with you again. We have a
            legitimate interest in keeping others safe.
          </p>
        </Fold>
      </ProseSection>
      {club.privacy.length > 0 && (
        <ProseSection title={`Also at ${club.name}`}>
          {club.privacy.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </ProseSection>
      )}
      <ProseSection title="Your rights">
        <p>
          You may see, correct, export and delete your data, withdraw your consent, and object to how your
          data is used. You can do most of it in your settings. For the rest, write to{" "}
          <a href={`mailto:${email}`}>{email}</a>. You can also complain to the data protection authority of
          your country.
        </p>
      </ProseSection>
      <Imprint />
    </ProsePage>
  );
}

const Fold = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="border-b border-line">
    <summary className="cursor-pointer py-3 font-strong text-ink">{title}</summary>
    <div className="grid gap-4 pb-5">{children}</div>
  </details>
);

/** Folded up, so that the page stays short on a phone. */
function KeptList({ title, rows }: { title: string; rows: { what: string; howLong: string }[] }) {
  const times = [...new Set(rows.map(({ howLong }) => howLong))];
  return (
    <details className="border-b border-line">
      <summary className="cursor-pointer py-3 font-strong text-ink">{title}</summary>
      <dl className="grid grid-cols-2 gap-x-5 gap-y-3 pb-5 text-small">
        {times.map((time) => (
          <div key={time} className="contents">
            <dt className="text-ink">
              {capitalize(
                rows
                  .filter(({ howLong }) => howLong === time)
                  .map(({ what }) => what)
                  .join("; "),
              )}
            </dt>
            <dd>{capitalize(time)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
