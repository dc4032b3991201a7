import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import defaultAvatar from "#app/assets/default-avatar.svg?raw";
import { findSignedIn } from "#app/auth/session.server.ts";
import { typeOf } from "#app/images/clean-image.ts";
import { maySeeAvatar } from "#app/models/account/avatars.server.ts";

/** A face, for its owner and their table; the empty seat for everyone else. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { userId = "", file = "" } = params;
  const type = typeOf(file.split(".").at(-1) ?? "");
  const session = await findSignedIn(request, context);
  if (!type || !session || !(await maySeeAvatar(context.db, session.userId, userId))) return emptySeat();
  const photo = await context.env.AVATARS.get(`${userId}/${file}`);
  if (!photo) return emptySeat();
  return new Response(photo.body, {
    headers: { "Content-Type": type, "Cache-Control": "private, max-age=31536000, immutable" },
  });
}

const emptySeat = () =>
  new Response(defaultAvatar, { headers: { "Content-Type": "image/svg+xml", "Cache-Control": "no-store" } });
