import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Notice } from "#app/http/notice.ts";
import type { Help } from "#app/http/tonight.ts";

interface ServerValues {
  /** For the scripts of this response. */
  nonce?: string;
  /** The id of this request in the log. */
  requestId?: string;
  /** The page's own title, which an error page keeps as its heading. */
  pageTitle?: string | undefined;
  /** The page's own sentence for its error banner. */
  failure?: string | undefined;
  /** On the day of a dinner. */
  help?: Help | undefined;
  /** The request that failed: where it went, and the fields of its form where it can be sent again. */
  failed?: { path: string; fields: [string, string][] | undefined };
}

export const ServerContext = createContext<ServerValues>({});

export const useServerContext = () => useContext(ServerContext);

/** What the root loader returns to every page. */
export interface Visitor {
  origin: string;
  /**
   * Null when nobody is signed in, undefined when the database could not say it. The id is a hash: it tells accounts apart, and no
   * more.
   */
  user: { id: string; name: string } | null | undefined;
  /** As far as is known: where the database fails, the browser's cookie tells it. */
  isSignedIn: boolean;
  notice: Notice | null;
  /** The page about how the dinners went is on. */
  showsFigures: boolean;
}

/** Undefined when the root loader failed. */
export const useVisitor = () => useRouteLoaderData<Visitor>("root");

/** What a page needs besides `browser/every-page.ts`. It runs before `app-page.ts`, which leaves alone what it has dealt with. */
export const PageScript = ({ src }: { src: string }) => (
  <script type="module" src={src} nonce={useServerContext().nonce} {...{ fetchpriority: "low" }} />
);
