import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import defaultAvatar from "#app/assets/default-avatar.svg?raw";
import { findSignedIn } from "#app/auth/session.server.ts";
import { checkBookingLink } from "#app/emails/booking-links.server.ts";
import { bookerOf, cacheForever, findVisibleAvatar, readAvatar } from "#app/models/account/avatars.server.ts";

/** The photo for its owner and their table mates, also for those who follow a signed link; the default avatar for everyone else, without the paprika seat that means "you". */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { AVATARS, IMAGES } = context.env;
  const { file = "" } = params;
  const viewerId = findLinkedViewer(request, context) ?? (await findSignedIn(request, context))?.userId;
  if (!viewerId) return defaultAvatarResponse();
  const key = await findVisibleAvatar(context.db, { viewerId, file });
  const photo = key && (await readAvatar({ bucket: AVATARS, images: IMAGES }, key));
  if (!photo) return defaultAvatarResponse();
  return new Response(photo.body, { headers: { "Content-Type": photo.type, "Cache-Control": cacheForever } });
}

function findLinkedViewer(request: Request, context: AppLoadContext) {
  const bookingId = new URL(request.url).searchParams.get("booking") ?? "";
  return checkBookingLink(request, bookingId, "feedback photo", context) === "open"
    ? bookerOf(bookingId)
    : undefined;
}

const defaultAvatarResponse = () =>
  new Response(defaultAvatar, { headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" } });
