import { Button } from "./button.tsx";

interface ContinueWithGoogleProps {
  next: string | null;
  /** Without the line that separates it from another way. */
  isOnly?: boolean;
}

/** A form and not a link, so that another site cannot start a sign-in. */
export function ContinueWithGoogle({ next, isOnly = false }: ContinueWithGoogleProps) {
  return (
    <>
      {!isOnly && <p className="between-lines text-small text-ink-2">or</p>}
      <form method="post" action="/auth/google" className="grid">
        {next && <input type="hidden" name="next" value={next} />}
        <Button className="max-sm:px-2 max-lg:whitespace-normal">
          <GoogleMark />
          Continue with Google
        </Button>
      </form>
    </>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
      <path
        fill="#4285f4"
        d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.2a5.3 5.3 0 0 1-2.3 3.500v2.900h3.700c2.200-2 3.400-5 3.400-8.600z"
      />
      <path
        fill="#34a853"
        d="M12 23.5c3.1 0 5.700-1 7.600-2.800l-3.700-2.900c-1 .7-2.3 1.100-3.9 1.100-3 0-5.500-2-6.400-4.700H1.800v3a11.5 11.5 0 0 0 10.2 6.300z"
      />
      <path fill="#fbbc05" d="M5.6 14.200a6.9 6.9 0 0 1 0-4.400v-3H1.800a11.5 11.5 0 0 0 0 10.400z" />
      <path
        fill="#ea4335"
        d="M12 5.100c1.7 0 3.200.6 4.4 1.700l3.300-3.300A11.5 11.5 0 0 0 1.8 6.800l3.8 3C6.5 7.1 9 5.1 12 5.100z"
      />
    </svg>
  );
}
