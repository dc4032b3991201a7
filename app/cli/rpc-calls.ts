export interface RpcStatement {
  sql: string;
  params: unknown[];
}

export interface RpcPhoto {
  httpMetadata: { contentType?: string };
  base64: string;
}

export type RpcCall =
  | { method: "runBatch"; statements: RpcStatement[] }
  | { method: "readRows"; statement: RpcStatement }
  | { method: "listPhotos"; prefix?: string | undefined; cursor?: string | undefined }
  | { method: "readPhoto"; key: string }
  | {
      method: "writePhoto";
      key: string;
      base64: string;
      httpMetadata: { contentType?: string; cacheControl?: string };
    }
  | { method: "deletePhotos"; keys: string[] };
