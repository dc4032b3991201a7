import { useEffect, useState } from "react";
import { canUsePasskeys, createPasskey, getPasskey, sendWithPasskey } from "#app/browser/passkeys.ts";

/** For pages with React: whether the browser can use passkeys, and what a form with one does. */
export function usePasskeys(action: "create" | "get") {
  const [isSupported, setIsSupported] = useState(false);
  useEffect(() => setIsSupported(canUsePasskeys()), []);
  const onSubmit = (form: HTMLFormElement) =>
    action === "create" ? sendWithPasskey(form, createPasskey) : sendWithPasskey(form, getPasskey);
  return { isSupported, formProps: { hidden: !isSupported, onSubmit } };
}
