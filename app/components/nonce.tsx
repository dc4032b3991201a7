import { createContext, useContext } from "react";

/** This response's nonce, on the server. In the browser it is gone, and nothing there needs it. */
export const NonceContext = createContext<string | undefined>(undefined);

export const useNonce = () => useContext(NonceContext);
