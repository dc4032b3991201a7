import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import defaultAvatar from "#app/assets/default-avatar.svg?raw";
import { sessionToken, userIdIfSignedIn } from "#app/auth/session.server.ts";
import { checkBookingLink } from "#app/emails/links.server.ts";
import { privateForAnHour, privateForMinutes } from "#app/http/responses.ts";
import { describeError, log, logError } from "#app/log.ts";
import { findVisibleAvatar, readAvatar, shrinkStoredAvatar } from "#app/models/account/profiles.server.ts";
import { unblockedBookerOf } from "#app/models/booking/bookings.server.ts";

/** Table-mates see it too. Everybody else gets the default avatar, without the paprika seat that means "you". */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { AVATARS, IMAGES } = context.env;
  const { file = "" } = params;
  const linkedId = await findLinkedViewer(request, context);
  if (!linkedId && !sessionToken(context)) return defaultAvatarResponse();
  const viewerId = linkedId ?? userIdIfSignedIn(context);
  const key = await findVisibleAvatar(context.db, { viewerId, file, now: context.now });
  const store = { bucket: AVATARS, images: IMAGES };
  const photo = key && (await readAvatar(store, { key, now: context.now }).catch(logFailure));
  if (!photo) return defaultAvatarResponse();
  const { bytes, type, isLarge } = photo;
  if (isLarge)
    context.waitUntil(
      shrinkStoredAvatar(store, { key, now: context.now }).catch((error) =>
        log("warning", "photo not made smaller", { error: describeError(error) }),
      ),
    );
  const cacheControl = isLarge ? privateForMinutes : privateForAnHour;
  return new Response(bytes, { headers: { "Content-Type": type, "Cache-Control": cacheControl } });
}

/** The default avatar replaces it, because a broken picture wouldn’t say why either. */
const logFailure = (error: unknown) => logError("photo not read", error);

async function findLinkedViewer(request: Request, context: AppLoadContext) {
  const bookingId = new URL(request.url).searchParams.get("booking") ?? "";
  return (await checkBookingLink(request, bookingId, "feedback photo", context)) === "open"
    ? unblockedBookerOf(bookingId, context.now)
    : undefined;
}

const defaultAvatarResponse = () =>
  new Response(defaultAvatar, { headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" } });
