/** Pages that ask for a passkey need this besides every-page.ts. */
import { canUsePasskeys, getPasskey, sendWithPasskey, signalUnknownPasskey } from "./passkeys.ts";

const form = document.querySelector<HTMLFormElement>("[data-passkey]");
if (form && canUsePasskeys()) {
  form.hidden = false;
  const { passkey: purpose, unknown } = form.dataset;
  if (unknown) signalUnknownPasskey(unknown);
  form.onsubmit = (event) => {
    event.preventDefault();
    sendWithPasskey(form, getPasskey);
  };
  // Lets the browser offer passkeys when it fills in the email.
  if (purpose === "sign-in")
    PublicKeyCredential.isConditionalMediationAvailable?.().then((isAvailable) => {
      if (isAvailable) sendWithPasskey(form, getPasskey, "conditional");
    });
}
