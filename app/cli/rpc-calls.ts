export interface RpcStatement {
  sql: string;
  params: unknown[];
}

export interface RpcPhoto {
  etag: string;
  httpMetadata: { contentType?: string };
  base64: string;
}

export type RpcCall =
  | { method: "runBatch"; statements: RpcStatement[] }
  | { method: "readRows"; statement: RpcStatement }
  | { method: "listPhotos"; prefix?: string | undefined; cursor?: string | undefined }
  | { method: "findPhoto"; key: string }
  | { method: "readPhoto"; key: string }
  | {
      method: "writePhoto";
      key: string;
      base64: string;
      httpMetadata: { contentType?: string };
      onlyIf?: R2Conditional | undefined;
    }
  | { method: "deletePhotos"; keys: string[] };

/** What an HTTP client says by itself, such as "false == true", tells an operator nothing. */
export const describeBrokenConnection = (error: { code?: string }): string =>
  `The running club did not answer${error.code ? ` (${error.code})` : ""}. Look whether the change was made before you run the command again.`;
