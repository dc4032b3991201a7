import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Navigation } from "./navigation.tsx";
import { useVisitor } from "./visitor.ts";

interface FrameProps {
  /** The landing: navigation over the photograph, the night below. */
  front?: boolean;
  children: ReactNode;
}

/** What stands around every public page. */
export function Frame({ front = false, children }: FrameProps) {
  const { pathname } = useLocation();
  const visitor = useVisitor();
  return (
    <>
      <Navigation path={pathname} signedIn={Boolean(visitor?.userName)} overPhoto={front} />
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer night={front} />
    </>
  );
}
