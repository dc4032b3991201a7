import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import defaultAvatar from "#app/assets/default-avatar.svg?raw";
import { findSignedIn } from "#app/auth/session.server.ts";
import { typeOfExtension } from "#app/images/clean-image.ts";
import { maySeeAvatar } from "#app/models/account/avatars.server.ts";

/** The photo for its owner and their table mates; the default avatar for everyone else. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { userId = "", file = "" } = params;
  const type = typeOfExtension(file.split(".").at(-1) ?? "");
  const session = await findSignedIn(request, context);
  if (!type || !session || !(await maySeeAvatar(context.db, session.userId, userId)))
    return defaultAvatarResponse();
  const photo = await context.env.AVATARS.get(`${userId}/${file}`);
  if (!photo) return defaultAvatarResponse();
  return new Response(photo.body, {
    headers: { "Content-Type": type, "Cache-Control": "private, max-age=31536000, immutable" },
  });
}

const defaultAvatarResponse = () =>
  new Response(defaultAvatar, { headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" } });
