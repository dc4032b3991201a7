/** Control and format characters, lone surrogates and line separators: a terminal obeys them or hides them. */
const invisibleCharacters = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Every text that others wrote is printed with \uXXXX for invisible characters, so that JSON stays the same when it is parsed. */
export function escapeInvisible(/** @type {string} */ text, keptCharacters = "") {
  return text.replace(invisibleCharacters, (character) =>
    keptCharacters.includes(character)
      ? character
      : Array.from(
          { length: character.length },
          (_, i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`,
        ).join(""),
  );
}

export function escapeLines(/** @type {string} */ text) {
  return escapeInvisible(text, "\n\t");
}

/** @returns {never} */
export function exitWithError(/** @type {string} */ message) {
  console.error(escapeLines(message));
  process.exit(1);
}
