/** Shown in place of the page; status 0 means offline. */
export function errorMessage(status: number): { title: string; text: string } {
  if (status === 0) {
    return {
      title: "You are offline",
      text: "We couldn’t reach the server. Reload this page when you are online again; nothing is lost.",
    };
  }
  if (status === 404) {
    return { title: "Page not found", text: "We couldn't find the page you were looking for." };
  }
  if (status < 500) {
    return {
      title: "That didn’t work",
      text: "Please go back, reload the page and try again.",
    };
  }
  return {
    title: "Something went wrong",
    text: "This is our fault, and we have been told about it. Please try again in a moment.",
  };
}
