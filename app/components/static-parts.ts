/** The static parts of the document that was loaded, by their numbers. */
export const savedParts: string[] = [];

/** Before React takes over the page: it asks for them again where it shows one anew. */
export function saveStaticParts() {
  for (const part of document.querySelectorAll<HTMLElement>("[data-part]"))
    savedParts[Number(part.dataset.part)] = part.innerHTML;
}
