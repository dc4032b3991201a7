import type { AppLoadContext } from "@remix-run/cloudflare";
import { nameFailure, setNotice } from "./cookies.ts";
import { isPage } from "./responses.ts";

/** Returns an empty form if the body is not a form. */
export const readFormData = (request: Pick<Request, "formData">): Promise<FormData> =>
  request.formData().catch(() => new FormData());

/** A file counts as an empty string. */
export const toStrings = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, typeof value === "string" ? value : ""]));

export const readForm = async (request: Request) => toStrings(await readFormData(request));

/** Returns the form whose action failed, and a copy for the action, because a body can be read only once. */
export async function copyForm(
  request: Request,
): Promise<{ copy: Request; readForm?: () => Promise<FormData> }> {
  if (request.method !== "POST") return { copy: request };
  if (!request.body) return { copy: request, readForm: async () => new FormData() };
  const body = await request.arrayBuffer();
  const create = () => new Request(request, { body });
  return { copy: create(), readForm: () => readFormData(create()) };
}

const isSecret = (name: string) => /password|credential/i.test(name);

/** Lists the fields that a page can send again; undefined if the page must not contain one of them. */
export function listFields(form: FormData): [string, string][] | undefined {
  const fields = [...form];
  const isComplete = fields.every(([name, value]) => typeof value === "string" && !isSecret(name));
  return isComplete ? (fields as [string, string][]) : undefined;
}

/** These hidden fields say what the others are about: a question of the quiz, the guest whom a host saw, one message. */
const subjects = ["question", "shown", "id"];

interface FoundForm {
  isPost: boolean;
  names: Set<string>;
  hidden: Map<string, string[]>;
  /** How many of its hidden fields and buttons were sent with the same values. */
  equalCount: number;
}

const entities: Record<string, string> = { "#x27": "'", "#39": "'", quot: '"', lt: "<", gt: ">", amp: "&" };

/** HTMLRewriter doesn't decode attributes, and encodes nothing in them but quotes. */
const decode = (text: string | null) =>
  text?.replace(/&(#x27|#39|quot|lt|gt|amp);/g, (_, name) => entities[name] ?? "") ?? null;
const encode = (text: string) => text.replaceAll("&", "&amp;");

/** Undefined if the form is about something else now, because ticks would then mean something else too. */
async function refillForm(
  page: Response,
  typed: FormData,
  needsForm: boolean,
): Promise<Response | undefined> {
  const html = await page.text();
  const place = await findForm(html, typed);
  if (place === null || (needsForm && place < 0)) return undefined;
  let formCount = -1;
  let selectName = "";
  const isThere = (name: string | null): name is string =>
    formCount === place && name !== null && typed.has(name) && !isSecret(name);
  return new HTMLRewriter()
    .on("form", {
      element() {
        formCount++;
      },
    })
    .on("form input", {
      element(input) {
        const [name, type, value] = ["name", "type", "value"].map((key) => decode(input.getAttribute(key)));
        if (formCount !== place || !name || isSecret(name)) return;
        if (type === "radio" || type === "checkbox") {
          if (typed.getAll(name).includes(value ?? "on")) input.setAttribute("checked", "");
          else input.removeAttribute("checked");
        } else if (type !== "hidden" && type !== "file" && typed.has(name))
          input.setAttribute("value", encode(String(typed.get(name))));
      },
    })
    .on("form textarea", {
      element(area) {
        const name = area.getAttribute("name");
        if (isThere(name)) area.setInnerContent(String(typed.get(name)));
      },
    })
    .on("form select", {
      element(select) {
        selectName = select.getAttribute("name") ?? "";
      },
    })
    .on("form select option", {
      element(option) {
        if (!isThere(selectName)) return;
        if (typed.getAll(selectName).includes(decode(option.getAttribute("value")) ?? ""))
          option.setAttribute("selected", "");
        else option.removeAttribute("selected");
      },
    })
    .transform(new Response(html, page));
}

/** The form with most of these fields: -1 if none has any, null if it is about something else now. */
async function findForm(html: string, typed: FormData): Promise<number | null> {
  const forms: FoundForm[] = [];
  const rewriter = new HTMLRewriter()
    .on("form", {
      element(form) {
        forms.push({
          isPost: form.getAttribute("method") === "post",
          names: new Set(),
          hidden: new Map(),
          equalCount: 0,
        });
      },
    })
    .on("form input, form textarea, form select, form button", {
      element(field) {
        const name = field.getAttribute("name");
        const form = forms.at(-1);
        if (!name || !form) return;
        form.names.add(name);
        const isHidden = field.getAttribute("type") === "hidden";
        const value = decode(field.getAttribute("value")) ?? "";
        if (isHidden) form.hidden.set(name, [...(form.hidden.get(name) ?? []), value]);
        if ((isHidden || field.tagName === "button") && typed.getAll(name).includes(value)) form.equalCount++;
      },
    });
  await rewriter.transform(new Response(html)).arrayBuffer();
  const countNames = ({ names }: FoundForm) => [...names].filter((name) => typed.has(name)).length;
  const best = forms
    .filter((form) => form.isPost && countNames(form) > 0)
    .toSorted((a, b) => countNames(b) - countNames(a) || b.equalCount - a.equalCount)[0];
  if (!best) return -1;
  const isChanged = ([name, value]: [string, FormDataEntryValue]) =>
    subjects.includes(name) && !best.hidden.get(name)?.includes(String(value));
  return [...typed].some(isChanged) ? null : forms.indexOf(best);
}

type Render = (request: Request, context: AppLoadContext) => Promise<Response>;

export const wantsPage = ({ headers }: Request) => headers.get("Accept")?.includes("text/html") ?? false;

const isRedirect = ({ status }: Response) => status >= 300 && status < 400;

/** Shows the page of a failed action with what was typed, and a page instead of the bare text of other routes. */
export async function explainFailure(
  request: Request,
  response: Response,
  context: AppLoadContext,
  render: Render,
  form: FormData | undefined,
): Promise<Response> {
  const { href, pathname, search } = new URL(request.url);
  const page = form && (await showAgain(request, 500, context, render, form));
  if (page) return page;
  if (!form && isPage(response)) return response;
  const failure = { form, path: pathname + search };
  const { headers } = request;
  return render(new Request(new URL("/failed", href), { headers }), { ...context, failure });
}

/** The page of a form with what was typed, or where it leads; undefined if there is none. */
async function showAgain(
  { url, headers }: Request,
  status: 413 | 500,
  context: AppLoadContext,
  render: Render,
  form: FormData,
): Promise<Response | undefined> {
  const again = await render(new Request(url, { headers }), { ...context, failure: { form, status } });
  const isUseful = isPage(again) && (again.ok || status === 500);
  const page = isUseful && (await refillForm(again, form, status === 413));
  if (page) {
    page.headers.set("Cache-Control", "private, no-store");
    return new Response(page.body, { status, headers: page.headers });
  }
  if (!isRedirect(again)) return undefined;
  setNotice(context, nameFailure(status));
  return again;
}

/** Browsers get a page, that of a form which is too long if it can be read; programs get the sentence. */
export async function showRefusal(
  request: Request,
  response: Response,
  context: AppLoadContext,
  render: Render,
  tooLong?: Request,
): Promise<Response> {
  const { status } = response;
  if (![403, 404, 413, 414].includes(status)) return response;
  if (!wantsPage(request)) return response;
  const page = tooLong && (await showAgain(request, 413, context, render, await readFormData(tooLong)));
  if (page) return page;
  context.failure = { status };
  return render(new Request(new URL("/refused", request.url)), context);
}
