import { club } from "#club";

export const brokenLinkBody = "broken link";

export const brokenHostLinkBody = "broken host link";

/** The page is not found, and the diner has others. */
export const noBookingBody = "no booking";

/** Shown in place of the page; status 0 means offline. */
export function errorMessage(status: number, body?: unknown): { title: string; text: string } {
  if (status === 0) {
    return {
      title: "You’re offline",
      text: `We can’t reach ${club.name} right now. Try again when you’re online. Nothing is lost.`,
    };
  }
  if (status === 404 && body === brokenLinkBody) {
    return {
      title: "This link doesn’t work",
      text: "A part of it may be missing. Nothing is lost: open it again from our email, or sign in and look at your bookings.",
    };
  }
  if (status === 404 && body === brokenHostLinkBody) {
    return {
      title: "This link doesn’t work",
      text: "A part of it may be missing. Open it again as we sent it, or ask us for a new link.",
    };
  }
  if (status === 404) {
    return {
      title: "Page not found",
      text: "We couldn't find the page you were looking for. Dinner is this way.",
    };
  }
  if (status === 403) {
    return {
      title: "We couldn’t accept this form",
      text: "This form doesn’t seem to come from one of our pages. Open the page again and send it from there.",
    };
  }
  if (status === 413) {
    return { title: "That’s more than we can take", text: "Go back and send something shorter." };
  }
  if (status === 414) {
    return {
      title: "This address is too long",
      text: "No page of ours has it. Check the link, then try again.",
    };
  }
  if (status < 500) {
    return {
      title: "That didn’t work",
      text: "Go back, reload the page and try again.",
    };
  }
  return {
    title: "Something went wrong",
    text: "It’s our fault, not yours. Try again in a moment.",
  };
}

/** Shown beside the button that was pressed. */
export const nothingChosen = "Please select a date to continue";

/** The errors that our own links can put on the page of a failed confirmation. */
export const confirmationErrors = {
  invalidLink: "Email link is invalid or has expired",
  noEmail: "No email yet?",
};

/** All errors that an address can put on that page: ours, and those of services that confirm addresses. */
export const knownErrors = [
  ...Object.values(confirmationErrors),
  "Token has expired or is invalid",
  "Email link is invalid",
  "The user denied access",
];

export const imageErrors = {
  type: "Choose a JPEG, PNG or WebP picture.",
  size: "That picture is too big. Choose one of at most 5 MB.",
  unreadable: "We can’t open that picture. Try again, or choose another one.",
  unsaved: "We couldn’t save your photo just now. Try again in a moment.",
  away: "We can’t load your photo. Try again later, or choose another one.",
  pixels: "That picture is too big. Choose one of at most 40 megapixels.",
};
