import * as z from "zod";

/** What an operator may do at the desk: everything, what concerns their cities, or what concerns tonight. */
export type Role = "owner" | "city" | "door";

export interface Operator {
  /** An email address, or the name of the computer's user. */
  name: string;
  role: Role;
  /** The cities of a `city` operator, as addresses name them; all cities if undefined. */
  cities?: string[];
}

const email = z.email().toLowerCase();
const emails = z.array(email).max(200).default([]);

/** `[vars.DESK]` of club.toml. */
const deskSettings = z.strictObject({
  team: z.string().regex(/^https:\/\/[\w-]+\.cloudflareaccess\.com$/),
  audience: z.string().regex(/^[\da-f]{32,128}$/),
  owner: emails.refine((owners) => owners.length > 0),
  door: emails,
  city: z.record(email, z.array(z.string().min(1)).min(1)).default({}),
});

export type DeskSettings = z.infer<typeof deskSettings>;

export const readDeskSettings = (value: unknown): DeskSettings | undefined =>
  deskSettings.safeParse(value).data;

/** Somebody who is named twice has the role that may do more. */
export function findOperator(settings: DeskSettings, address: string): Operator | undefined {
  const name = address.toLowerCase();
  if (settings.owner.includes(name)) return { name, role: "owner" };
  const cities = settings.city[name];
  if (cities) return { name, role: "city", cities };
  return settings.door.includes(name) ? { name, role: "door" } : undefined;
}
