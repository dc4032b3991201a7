import type { ClientActionFunctionArgs } from "@remix-run/react";

/** Without a network the list stays, with what was chosen, and says so. */
export async function keepWhenOffline({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = "Error creating appointment: we could not be reached. Please try again.";
    return { message, chosen: String(form.get("event") ?? "") };
  }
}
