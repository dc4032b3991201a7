import type { ReactNode } from "react";
import addScript from "#app/browser/add-passkey.ts?worker&url";
import passkeyScript from "#app/browser/passkey-forms.ts?worker&url";
import type { PasskeyPurpose } from "#app/models/account/passkeys.server.ts";
import { Button } from "./button.tsx";
import { PageScript } from "./page-script.tsx";

interface PasskeyFormProps {
  purpose: PasskeyPurpose;
  /** What the page's action does with the passkey, where it does more than one thing. */
  intent?: string;
  next?: string | null;
  /** The id of one that has just been refused because no account has it. */
  unknownPasskey?: string | undefined;
  children: ReactNode;
}

/** Works with JavaScript only, so it is hidden until a script shows it. */
export function PasskeyForm({ purpose, intent, next, unknownPasskey, children }: PasskeyFormProps) {
  return (
    <form
      method="post"
      data-passkey={purpose}
      data-unknown={unknownPasskey}
      hidden
      className="grid gap-3 [&[hidden]]:hidden"
    >
      <input type="hidden" name="credential" />
      {intent && <input type="hidden" name="intent" value={intent} />}
      {next && <input type="hidden" name="next" value={next} />}
      <Button
        size={purpose === "register" ? "small" : "medium"}
        className={purpose === "register" ? "justify-self-start" : "max-sm:px-2 max-lg:whitespace-normal"}
      >
        {children}
      </Button>
      <p
        aria-live="assertive"
        data-other={
          purpose === "register"
            ? "No passkey was added. Try again."
            : "No passkey was used. Try again, or sign in another way."
        }
        data-rangeerror="Too many attempts from your network. Try again in 1 minute."
        data-invalidstateerror="This device already has a passkey for your account."
        className="text-small text-paprika-text"
      />
      <PageScript src={purpose === "register" ? addScript : passkeyScript} />
    </form>
  );
}
