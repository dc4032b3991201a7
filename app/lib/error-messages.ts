/** What a visitor reads in place of the page, by the answer's status. */
export function errorMessage(status: number): { title: string; text: string } {
  if (status === 0) {
    return {
      title: "You are offline",
      text: "We couldn’t be reached. Once you are back on the net, reload this page; nothing is lost.",
    };
  }
  if (status === 404) {
    return { title: "Page not found", text: "We couldn't find the page you were looking for." };
  }
  if (status < 500) {
    return {
      title: "That didn’t work",
      text: "This page can’t do what was asked of it. Go back, reload it, and try once more.",
    };
  }
  return {
    title: "Something went wrong",
    text: "The fault is ours, not yours, and we have a note of it. Please try again in a moment.",
  };
}
