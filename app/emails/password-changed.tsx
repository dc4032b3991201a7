import type { EmailTemplate } from "./template.ts";

export const passwordChanged: EmailTemplate<"password-changed"> = (
  { origin },
  { isRemoved, passkeys = [], hasGoogle },
) => {
  const otherWays = [...passkeys.map((name) => `Passkey: ${name}`), ...(hasGoogle ? ["Google"] : [])];
  return {
    subject: isRemoved ? "Your password was removed" : "Your password was changed",
    paragraphs: [
      isRemoved
        ? "The password of your account at Öten was just removed. From now on you sign in without one."
        : "The password of your account at Öten was just changed. We’ve signed out every other browser.",
      ...(otherWays.length > 0
        ? ["What’s listed below still opens your account without it. Remove what you don’t recognize."]
        : []),
      "If it was you, there’s nothing else to do. If it wasn’t, choose a new password now.",
    ],
    ...(otherWays.length > 0
      ? {
          facts: [["Opens it too", otherWays]],
          action: {
            label: "See what opens your account",
            href: `${origin}/dashboard/settings/security?after=reset`,
          },
        }
      : {}),
    links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
  };
};
