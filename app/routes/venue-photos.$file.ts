import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicForever } from "#app/http/cache-control.ts";
import { notFound } from "#app/http/responses.ts";
import { venuePhotoKey } from "#app/lib/event/venue-photos.ts";

/** For everybody who knows its name, which only pages with the venue tell. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = venuePhotoKey(params.file ?? "");
  const photo = key && (await context.env.AVATARS.get(key));
  if (!photo) throw notFound();
  return new Response(photo.body, {
    headers: { "Content-Type": "image/webp", "Cache-Control": publicForever },
  });
}
