/** What is left of a picture once everything is gone that does not draw it. */
export interface CleanPicture {
  width: number;
  height: number;
  bytes: Uint8Array<ArrayBuffer>;
}
