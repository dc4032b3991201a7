import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Navigation } from "./navigation.tsx";
import { useVisitor } from "./visitor.ts";

interface SiteLayoutProps {
  isLanding?: boolean;
  children: ReactNode;
}

export function SiteLayout({ isLanding = false, children }: SiteLayoutProps) {
  const { pathname } = useLocation();
  const visitor = useVisitor();
  return (
    <>
      <Navigation path={pathname} isSignedIn={visitor?.isSignedIn ?? false} isOverPhoto={isLanding} />
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer isLanding={isLanding} />
    </>
  );
}
