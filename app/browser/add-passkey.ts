/** The list of passkeys needs this besides every-page.ts. */
import { canUsePasskeys, createPasskey, sendWithPasskey, signalAcceptedPasskeys } from "./passkeys.ts";

const form = document.querySelector<HTMLFormElement>("[data-passkey]");
if (form && canUsePasskeys()) {
  form.hidden = false;
  document.querySelector("[data-needs-passkeys]")?.remove();
  form.onsubmit = (event) => {
    event.preventDefault();
    sendWithPasskey(form, createPasskey);
  };
}

const own = document.querySelector<HTMLElement>("[data-own-passkeys]");
const { passkeyHandle, ownPasskeys } = own?.dataset ?? {};
if (passkeyHandle && ownPasskeys) signalAcceptedPasskeys(passkeyHandle, JSON.parse(ownPasskeys));
