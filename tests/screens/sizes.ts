/** A phone, a tablet, a desk and a large desk, in pixels. */
export const widths = [390, 820, 1440, 1920];

export const themes = ["light", "dark"] as const;

export interface Sizes {
  widths: number[];
  themes: (typeof themes)[number][];
}
