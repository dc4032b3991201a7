/** Wherever an account can be created. */
export const Agreement = () => (
  <p className="text-center text-small text-ink-2">
    By continuing, you confirm that you’re 18 or older, and agree to our{" "}
    <a href="/terms" className="text-ink underline underline-offset-[0.22em]">
      Terms
    </a>
    . Our{" "}
    <a href="/privacy" className="text-ink underline underline-offset-[0.22em]">
      Privacy
    </a>{" "}
    page says what we do with your data.
  </p>
);
