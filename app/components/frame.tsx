import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Navigation } from "./navigation.tsx";

interface FrameProps {
  path: string;
  signedIn: boolean;
  /** The landing: navigation over the photograph, the night below. */
  front?: boolean;
  children: ReactNode;
}

/** What stands around every public page. */
export function Frame({ path, signedIn, front = false, children }: FrameProps) {
  return (
    <>
      <Navigation path={path} signedIn={signedIn} overPhoto={front} />
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer night={front} />
    </>
  );
}
