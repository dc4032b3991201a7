import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import defaultAvatar from "#app/assets/default-avatar.svg?raw";
import { findSignedIn } from "#app/auth/session.server.ts";
import { checkBookingLink } from "#app/emails/booking-links.server.ts";
import { typeOfExtension } from "#app/images/clean-image.ts";
import { bookerOf, findVisibleAvatar } from "#app/models/account/avatars.server.ts";

/** The photo for its owner and their table mates, also for those who follow a signed link; the default avatar for everyone else, without the paprika seat that means "you". */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { file = "" } = params;
  const type = typeOfExtension(file.split(".").at(-1) ?? "");
  const viewerId = findLinkedViewer(request, context) ?? (await findSignedIn(request, context))?.userId;
  if (!type || !viewerId) return defaultAvatarResponse();
  const key = await findVisibleAvatar(context.db, { viewerId, file });
  const photo = key && (await context.env.AVATARS.get(key));
  if (!photo) return defaultAvatarResponse();
  return new Response(photo.body, {
    headers: { "Content-Type": type, "Cache-Control": "private, max-age=31536000, immutable" },
  });
}

function findLinkedViewer(request: Request, context: AppLoadContext) {
  const bookingId = new URL(request.url).searchParams.get("booking") ?? "";
  return checkBookingLink(request, bookingId, "feedback photo", context) === "open"
    ? bookerOf(bookingId)
    : undefined;
}

const defaultAvatarResponse = () =>
  new Response(defaultAvatar, { headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" } });
