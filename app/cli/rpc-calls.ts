/** What may be asked for at the door of a running club. */
export interface Spoken {
  sql: string;
  params: unknown[];
}

export type Call =
  | { does: "batch"; statements: Spoken[] }
  | { does: "raw"; statement: Spoken }
  | { does: "list photos"; prefix?: string | undefined; cursor?: string | undefined }
  | { does: "delete photos"; keys: string[] };
