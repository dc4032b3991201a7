/** What the login page needs besides static-page.ts. */

import { canUsePasskeys, getPasskey, sendWithPasskey, signalUnknownPasskey } from "./passkeys.ts";

const form = document.querySelector<HTMLFormElement>("[data-passkey]");
if (form && canUsePasskeys()) {
  form.hidden = false;
  if (form.dataset.unknown) signalUnknownPasskey(form.dataset.unknown);
  form.onsubmit = (event) => {
    event.preventDefault();
    sendWithPasskey(form, getPasskey);
  };
  // Offers passkeys where the browser fills in the email.
  PublicKeyCredential.isConditionalMediationAvailable?.().then((isAvailable) => {
    if (isAvailable) sendWithPasskey(form, getPasskey, "conditional");
  });
}
