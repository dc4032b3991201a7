import type { EmailTemplate } from "./template.ts";

const nameWays = (passkeys: string[] = [], hasGoogle?: number) => [
  ...passkeys.map((name) => `Passkey: ${name}`),
  ...(hasGoogle ? ["Google"] : []),
];

export const passwordChanged: EmailTemplate<"password-changed"> = (
  { origin },
  { isRemoved, passkeys, hasGoogle, removedPasskeys, hadGoogle },
) => {
  const otherWays = nameWays(passkeys, hasGoogle);
  const removed = nameWays(removedPasskeys, hadGoogle);
  const facts: [string, string[]][] = [
    ["Removed", removed],
    ["Opens it too", otherWays],
  ];
  return {
    subject: isRemoved ? "Your password was removed" : "Your password was changed",
    paragraphs: [
      isRemoved
        ? "The password of your account at Öten was just removed. From now on you sign in without one."
        : "The password of your account at Öten was just changed. We’ve signed out every other browser.",
      ...(removed.length > 0
        ? [
            "What’s listed as removed opened your account without the password, and somebody else may have added it. It doesn’t open it anymore. Add what’s yours again in your settings.",
          ]
        : []),
      ...(otherWays.length > 0
        ? [
            "What’s listed as opening it too still works without the password. Remove what you don’t recognize.",
          ]
        : []),
      "If it was you, there’s nothing else to do. If it wasn’t, choose a new password now.",
    ],
    facts: facts.filter(([, ways]) => ways.length > 0),
    ...(otherWays.length > 0
      ? {
          action: {
            label: "See what opens your account",
            href: `${origin}/dashboard/settings/security?after=reset`,
          },
        }
      : {}),
    links: [{ label: "Choose a new password", href: `${origin}/forgot-password` }],
  };
};
