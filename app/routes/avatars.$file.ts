import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import defaultAvatar from "#app/assets/default-avatar.svg?raw";
import { findSignedIn } from "#app/auth/session.server.ts";
import { typeOfExtension } from "#app/images/clean-image.ts";
import { findVisibleAvatar } from "#app/models/account/avatars.server.ts";

/** The photo for its owner and their table mates; the default avatar for everyone else. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { file = "" } = params;
  const type = typeOfExtension(file.split(".").at(-1) ?? "");
  const session = await findSignedIn(request, context);
  if (!type || !session) return defaultAvatarResponse();
  const key = await findVisibleAvatar(context.db, { viewerId: session.userId, file });
  const photo = key && (await context.env.AVATARS.get(key));
  if (!photo) return defaultAvatarResponse();
  return new Response(photo.body, {
    headers: { "Content-Type": type, "Cache-Control": "private, max-age=31536000, immutable" },
  });
}

const defaultAvatarResponse = () =>
  new Response(defaultAvatar, { headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" } });
