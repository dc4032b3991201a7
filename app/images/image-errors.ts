export const imageErrors = {
  type: "Choose a JPEG, PNG or WebP picture.",
  size: "That picture is too big. Choose one of at most 5 MB.",
  pixels: "That picture is too big. Choose one of at most 40 megapixels.",
};
