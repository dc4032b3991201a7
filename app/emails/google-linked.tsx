import type { AccountTemplate } from "./template.ts";

export const googleLinked: AccountTemplate<"google-linked"> = ({ origin }) => ({
  subject: "You can sign in with Google now",
  paragraphs: [
    "Somebody, probably you, has signed in to your account at Öten with the Google account of this address. It works from now on, beside your password.",
    "If it wasn’t you, somebody else controls a Google account with your address: unlink it in your settings, and choose a new password.",
  ],
  action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
});
