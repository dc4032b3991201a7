import type { AppLoadContext } from "@remix-run/cloudflare";
import { refillForm } from "./failed-form.ts";
import { setNotice } from "./notice.ts";

type Render = (request: Request, context: AppLoadContext) => Promise<Response>;

export const wantsPage = ({ headers }: Request) => headers.get("Accept")?.includes("text/html") ?? false;

const isPage = ({ headers }: Response) => headers.get("Content-Type")?.startsWith("text/html") ?? false;

const isRedirect = ({ status }: Response) => status >= 300 && status < 400;

/**
 * If an action failed, shows its page with what was typed. If a route without a page failed, shows a page instead of bare
 * text.
 */
export async function explainFailure(
  request: Request,
  response: Response,
  context: AppLoadContext,
  render: Render,
  form: FormData | undefined,
): Promise<Response> {
  const { href, pathname, search } = new URL(request.url);
  const { headers } = request;
  if (form) {
    const again = await render(new Request(href, { headers }), { ...context, failure: { form } });
    if (isPage(again)) {
      const page = await refillForm(again, form);
      if (page) return new Response(page.body, { status: 500, headers: page.headers });
    }
    if (isRedirect(again)) {
      setNotice(context, "failed");
      return again;
    }
  } else if (isPage(response)) return response;
  const failure = { form, path: pathname + search };
  return render(new Request(new URL("/failed", href), { headers }), { ...context, failure });
}

/** Browsers get a page; programs get the sentence. */
export async function showRefusal(
  request: Request,
  response: Response,
  context: AppLoadContext,
  render: Render,
): Promise<Response> {
  if (![403, 404, 413, 414].includes(response.status)) return response;
  if (!wantsPage(request)) return response;
  context.failure = { status: response.status };
  return render(new Request(new URL("/refused", request.url)), context);
}
