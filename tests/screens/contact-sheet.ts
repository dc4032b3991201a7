import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sizes } from "./sizes.ts";

/** A page with all pictures, to look through them. */
export function writeContactSheet(folder: string, names: string[], { widths, themes }: Sizes): void {
  const rows = names.map((name) => {
    const pictures = themes.flatMap((theme) =>
      widths.map((width) => {
        const file = `${name}-${width}-${theme}.jpg`;
        return `<a href="${file}"><img src="${file}" alt="${width} px, ${theme}" loading="lazy"></a>`;
      }),
    );
    return `<section><h2>${name}</h2><div>${pictures.join("")}</div></section>`;
  });
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { font: 16px/1.4 system-ui; margin: 1rem; background: #ddd; color: #111 }
  div { display: flex; gap: .5rem; align-items: start; overflow-x: auto }
  img { height: 24rem; width: auto; display: block; object-fit: cover; object-position: top }
</style>
<h1>${names.length} screens</h1>
${rows.join("\n")}
</html>
`,
  );
}
