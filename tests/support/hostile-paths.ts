const specialCharacters = [
  "/",
  "\\",
  "\t",
  "\n",
  "\r",
  " ",
  "//",
  ":",
  "@",
  "?",
  "#",
  "%2f",
  "%5c",
  "%09",
  ".",
  "..",
  "\u0000",
];
const words = ["evil.example", "https:", "javascript:", "oten.example", "x", "\u3002", "\uff0f", "[::1]"];
const parts = [...specialCharacters, ...words];

/** Paths that try to leave the site; the same ones in every run. */
export function* generateHostilePaths(count: number): Generator<string> {
  let seed = 5;
  const pick = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return parts[seed % parts.length];
  };
  for (let i = 0; i < count; i++) yield `/${Array.from({ length: 1 + (i % 7) }, pick).join("")}`;
}
