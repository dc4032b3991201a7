import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound, publicForever } from "#app/http/responses.ts";
import { venuePhotoKey } from "#app/lib/event/venue-photos.ts";
import { logError } from "#app/log.ts";

/** For everybody who knows the file's name, which only pages with the venue reveal. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const key = venuePhotoKey(params.file ?? "");
  if (!key) throw notFound();
  let bytes: ArrayBuffer | undefined;
  try {
    bytes = await (await context.env.AVATARS.get(key))?.arrayBuffer();
  } catch (error) {
    logError("photo not read", error, { requestId: context.requestId });
    return new Response("We can’t show this photo just now. Try again in a moment.", { status: 503 });
  }
  if (!bytes) throw notFound();
  return new Response(bytes, {
    headers: { "Content-Type": "image/webp", "Cache-Control": publicForever },
  });
}
