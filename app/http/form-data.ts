/** What was sent as a form; nothing, if it was not one. */
export const readFormData = (request: Request): Promise<FormData> =>
  request.formData().catch(() => new FormData());

/** The same as plain strings: a file where a word belongs counts as nothing. */
export function toStrings(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
}

export const readForm = async (request: Request) => toStrings(await readFormData(request));
