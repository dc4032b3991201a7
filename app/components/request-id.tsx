import { createContext, useContext } from "react";

/** What the log calls this request, on the server. A browser that goes on by itself has made another. */
export const RequestIdContext = createContext<string | undefined>(undefined);

export const useRequestId = () => useContext(RequestIdContext);
