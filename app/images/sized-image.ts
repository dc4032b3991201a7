export interface SizedImage {
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}
