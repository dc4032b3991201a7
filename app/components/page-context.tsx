import { useRouteLoaderData } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Help, Notice } from "#app/http/remembered.ts";

interface ServerValues {
  /** For the scripts of this response. */
  nonce?: string;
  /** The id of this request in the log. */
  requestId?: string;
  /** The page's own title, which an error page keeps as its heading. */
  pageTitle?: string | undefined;
  /** The page's own sentence for its error banner. */
  failure?: string | undefined;
  /** Set on the day of a dinner. */
  help?: Help | undefined;
  /** The failed request: its path, and the fields of its form if they can be sent again. */
  failed?: { path: string; fields: [string, string][] | undefined };
}

export const ServerContext = createContext<ServerValues>({});

export const useServerContext = () => useContext(ServerContext);

/** What the root loader returns to every page. */
export interface Visitor {
  origin: string;
  /** Null if nobody is signed in, undefined if the database could not tell. The id is a hash that only tells accounts apart. */
  user: { id: string; name: string } | null | undefined;
  /** If the database fails, the browser's cookie decides. */
  isSignedIn: boolean;
  notice: Notice | null;
  /** True if the page about how the dinners went is on. */
  showsFigures: boolean;
}

/** Undefined when the root loader failed. */
export const useVisitor = () => useRouteLoaderData<Visitor>("root");

/** A script that a page needs besides `browser/every-page.ts`. It runs before `app-page.ts`, which skips what it has handled. */
export const PageScript = ({ src }: { src: string }) => (
  <script type="module" src={src} nonce={useServerContext().nonce} {...{ fetchpriority: "low" }} />
);
