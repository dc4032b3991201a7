const mailboxes: [RegExp, string, string][] = [
  [/^(gmail|googlemail)\./, "Gmail", "https://mail.google.com/"],
  [/^(outlook|hotmail|live|msn)\./, "Outlook", "https://outlook.live.com/mail/"],
  [/^(icloud|me|mac)\.com$/, "iCloud Mail", "https://www.icloud.com/mail"],
  [/^yahoo\./, "Yahoo Mail", "https://mail.yahoo.com/"],
  [/^(proton|protonmail)\./, "Proton Mail", "https://mail.proton.me/"],
  [/^freemail\.hu$/, "Freemail", "https://freemail.hu/"],
];

/** Where an address is read, if its domain says so. */
export function findMailbox(address: string | null) {
  const domain = address?.split("@").at(-1)?.toLowerCase() ?? "";
  const [, name, href] = mailboxes.find(([pattern]) => pattern.test(domain)) ?? [];
  return name && href ? { name, href } : null;
}
