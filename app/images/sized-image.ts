export interface SizedImage {
  width: number;
  height: number;
  /** As Exif counts: 1 is upright, 2 to 8 are turned or mirrored. */
  orientation?: number;
  bytes: Uint8Array<ArrayBuffer>;
}
