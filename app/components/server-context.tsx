import { createContext, useContext } from "react";

interface ServerValues {
  /** For the scripts of this response. */
  nonce?: string;
  /** The id of this request in the log. */
  requestId?: string;
}

export const ServerContext = createContext<ServerValues>({});

export const useServerContext = () => useContext(ServerContext);
