import { createContext, useContext } from "react";

interface ServerValues {
  /** For the scripts of this response. */
  nonce?: string;
  /** The id of this request in the log. */
  requestId?: string;
  /** HTML that loaders have made for this document. */
  parts?: string[] | undefined;
}

/** Empty in the browser, which needs none of them. */
export const ServerContext = createContext<ServerValues>({});

export const useServerContext = () => useContext(ServerContext);
