export interface RpcStatement {
  sql: string;
  params: unknown[];
}

export type RpcCall =
  | { method: "runBatch"; statements: RpcStatement[] }
  | { method: "readRows"; statement: RpcStatement }
  | { method: "listPhotos"; prefix?: string | undefined; cursor?: string | undefined }
  | { method: "readPhoto"; key: string }
  | { method: "deletePhotos"; keys: string[] };
