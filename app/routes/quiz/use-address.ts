import { useEffect, useState } from "react";

/** The query of the address, which Back and Forward change too, and what shows another question. */
export function useAddress(searchAtFirst: string) {
  const [search, setSearch] = useState(searchAtFirst);
  /** Another question was shown since the page was loaded. */
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => {
    // Back may have been pressed before this ran.
    setSearch(location.search);
    const read = () => {
      setSearch(location.search);
      setHasMoved(true);
    };
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  function go(path: string) {
    history.pushState(null, "", path);
    setSearch(location.search);
    setHasMoved(true);
    // It was about what led to the question before.
    document.querySelector("[data-notice]")?.remove();
    scrollTo(0, 0);
  }
  return { search: new URLSearchParams(search), hasMoved, go };
}
