import { useEffect, useState } from "react";

/** The query of the address, which Back and Forward change too, and what shows another question. */
export function useAddress(searchAtFirst: string) {
  const [search, setSearch] = useState(searchAtFirst);
  useEffect(() => {
    const read = () => setSearch(location.search);
    // Back may have been pressed before this ran.
    read();
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  function go(path: string) {
    history.pushState(null, "", path);
    setSearch(location.search);
    // It was about what led to the question before.
    document.querySelector("[data-notice]")?.remove();
    scrollTo(0, 0);
  }
  return { search: new URLSearchParams(search), go };
}
