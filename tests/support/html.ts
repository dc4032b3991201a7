import { type HTMLElement, parse } from "node-html-parser";

export type Page = HTMLElement;

export const parsePage = async (response: Response): Promise<Page> => parse(await response.text());

/** The text as a screen reader reads it, one line for each block. */
export function readText(element: HTMLElement): string {
  const copy = parse(element.outerHTML);
  for (const unread of copy.querySelectorAll('head, script, style, [hidden], [aria-hidden="true"]'))
    unread.remove();
  return copy.structuredText.replaceAll("\u00a0", " ").trim();
}

export const readPageText = async (response: Response): Promise<string> =>
  readText(await parsePage(response));

export function readHeading(page: Page): string | undefined {
  const heading = page.querySelectorAll("h1").find((element) => !element.closest("[hidden]"));
  return heading && readText(heading);
}

export const readAlerts = (page: Page): string[] =>
  page
    .querySelectorAll("[role=alert]")
    .filter((alert) => !alert.closest("[hidden]"))
    .map(readText);

export const findLinks = (page: Page, name: string | RegExp) => findByName(page, "a[href]", name);

export const findButtons = (page: Page, name: string | RegExp) => findByName(page, "button", name);

function findByName(page: Page, selector: string, name: string | RegExp): HTMLElement[] {
  return page.querySelectorAll(selector).filter((element) => {
    if (element.closest("[hidden]")) return false;
    const ownName = element.getAttribute("aria-label")?.replaceAll("\u00a0", " ") ?? readText(element);
    return typeof name === "string" ? ownName === name : name.test(ownName);
  });
}

function findField(page: Page, label: string): HTMLElement | null {
  const found = page.querySelectorAll("label").find((element) => readText(element) === label);
  return page.getElementById(found?.getAttribute("for") ?? "");
}

export const readFieldValue = (page: Page, label: string) => findField(page, label)?.getAttribute("value");

export function readFieldError(page: Page, label: string): string | undefined {
  const field = findField(page, label);
  if (field?.getAttribute("aria-invalid") !== "true") return undefined;
  const message = page.getElementById(field.getAttribute("aria-describedby") ?? "");
  return message ? readText(message) : undefined;
}

/** The value of an input by its name, hidden ones included. */
export const readInputValue = (page: Page, name: string) =>
  page.querySelector(`input[name=${name}]`)?.getAttribute("value");

export const readSelectedValue = (page: Page, name: string) =>
  page.querySelector(`input[name=${name}][checked]`)?.getAttribute("value");
