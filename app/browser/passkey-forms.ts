/** What pages with a passkey form need besides every-page.ts. */
import {
  canUsePasskeys,
  createPasskey,
  getPasskey,
  sendWithPasskey,
  signalAcceptedPasskeys,
  signalUnknownPasskey,
} from "./passkeys.ts";

const form = document.querySelector<HTMLFormElement>("[data-passkey]");
if (form && canUsePasskeys()) {
  form.hidden = false;
  document.querySelector("[data-needs-passkeys]")?.remove();
  const { passkey: purpose, unknown } = form.dataset;
  if (unknown) signalUnknownPasskey(unknown);
  form.onsubmit = (event) => {
    event.preventDefault();
    if (purpose === "register") sendWithPasskey(form, createPasskey);
    else sendWithPasskey(form, getPasskey);
  };
  // Offers passkeys where the browser fills in the email.
  if (purpose === "sign-in")
    PublicKeyCredential.isConditionalMediationAvailable?.().then((isAvailable) => {
      if (isAvailable) sendWithPasskey(form, getPasskey, "conditional");
    });
}

const own = document.querySelector<HTMLElement>("[data-own-passkeys]");
const { passkeyHandle, ownPasskeys } = own?.dataset ?? {};
if (passkeyHandle && ownPasskeys) signalAcceptedPasskeys(passkeyHandle, JSON.parse(ownPasskeys));
