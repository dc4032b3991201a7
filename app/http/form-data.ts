/** Returns an empty form if the body is not a form. */
export const readFormData = (request: Pick<Request, "formData">): Promise<FormData> =>
  request.formData().catch(() => new FormData());

/** A file counts as an empty string. */
export function toStrings(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]));
}

export const readForm = async (request: Request) => toStrings(await readFormData(request));
