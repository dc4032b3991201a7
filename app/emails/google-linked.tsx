import type { EmailTemplate } from "./template.ts";

export const googleLinked: EmailTemplate<"google-linked"> = ({ origin }) => ({
  subject: "You can now sign in with Google",
  paragraphs: [
    "Your account at Öten was just opened with the Google account of this address. From now on, you can use Google as well as your password. If it was you, there’s nothing to do.",
    "If it wasn’t you, somebody else controls a Google account with your address. Unlink Google in your settings, and choose a new password.",
  ],
  action: { label: "Sign-in settings", href: `${origin}/dashboard/settings/security` },
});
