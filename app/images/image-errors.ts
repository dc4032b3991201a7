export const imageErrors = {
  type: "Choose a JPEG, PNG or WebP picture.",
  size: "That picture is too big. Choose one of at most 5 MB.",
  unreadable: "We can’t read that picture. Try again, or choose another one.",
  unsaved: "We couldn’t save your photo just now. Try again in a moment.",
  away: "We can’t load your photo. Try again later, or choose another one.",
  pixels: "That picture is too big. Choose one of at most 40 megapixels.",
};
