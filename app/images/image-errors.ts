export const imageErrors = {
  type: "Please choose a JPEG, PNG or WebP picture.",
  size: "Please choose a picture of at most 5 MB.",
  pixels: "Please choose a picture of at most 40 megapixels.",
};
