import { createContext, useContext } from "react";
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
