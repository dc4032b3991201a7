interface Ceremony {
  signal: AbortSignal;
  mediation: CredentialMediationRequirement | undefined;
}

type AskForPasskey<Options> = (options: Options, ceremony: Ceremony) => Promise<Credential | null>;

export const canUsePasskeys = () => !!window.PublicKeyCredential?.parseRequestOptionsFromJSON;

export const getPasskey: AskForPasskey<PublicKeyCredentialRequestOptionsJSON> = (options, ceremony) =>
  navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    ...ceremony,
  });

export const createPasskey: AskForPasskey<PublicKeyCredentialCreationOptionsJSON> = (options, { signal }) =>
  navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    signal,
  });

let pending: AbortController | undefined;

/** Asks the device for a passkey and sends the form with it, or says in the form what went wrong. */
export async function sendWithPasskey<Options>(
  form: HTMLFormElement,
  ask: AskForPasskey<Options>,
  mediation?: CredentialMediationRequirement,
) {
  // The browser asks for one passkey at a time.
  pending?.abort();
  pending = new AbortController();
  const { signal } = pending;
  const line = form.querySelector("[data-other]") as HTMLElement;
  line.textContent = "";
  try {
    const response = await fetch("/auth/passkey-options", {
      method: "POST",
      body: new URLSearchParams({ purpose: form.dataset.passkey ?? "" }),
      signal: AbortSignal.timeout(15_000),
    });
    // The owner has to be verified first.
    if (response.redirected) return location.assign(response.url);
    // The form has a message for this name of an error.
    if (response.status === 429) throw new RangeError();
    const credential = await ask((await response.json()) as Options, { signal, mediation });
    (form.querySelector("[name=credential]") as HTMLInputElement).value = JSON.stringify(credential);
    form.submit();
  } catch (error) {
    if (signal.aborted || mediation) return;
    line.textContent = (line.dataset[(error as Error).name.toLowerCase()] ?? line.dataset.other) as string;
  }
}

interface Signals {
  signalUnknownCredential?(options: { rpId: string; credentialId: string }): Promise<void>;
  signalAllAcceptedCredentials?(options: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: string[];
  }): Promise<void>;
}

/** TypeScript does not know these methods, and not all browsers have them. */
const getSignals = () => window.PublicKeyCredential as unknown as Signals | undefined;

/** Tells the browser to stop offering a passkey that no account has. */
export function signalUnknownPasskey(credentialId: string): void {
  getSignals()
    ?.signalUnknownCredential?.({ rpId: location.hostname, credentialId })
    .catch(() => {});
}

/** Tells the browser to stop offering other passkeys of this account. */
export function signalAcceptedPasskeys(userId: string, allAcceptedCredentialIds: string[]): void {
  const accepted = { rpId: location.hostname, userId, allAcceptedCredentialIds };
  getSignals()
    ?.signalAllAcceptedCredentials?.(accepted)
    .catch(() => {});
}
