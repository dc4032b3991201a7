import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound, publicForever } from "#app/http/responses.ts";
import { renderFace } from "#app/images/face-png.ts";
import { readFacePath } from "#app/lib/account/draw-face.ts";

/** A drawn face as emails show it. Its address is the drawing's number, and says nothing of whose it is. */
export function loader({ request }: LoaderFunctionArgs) {
  const face = readFacePath(new URL(request.url).pathname);
  if (!face) throw notFound();
  return new Response(renderFace(face), {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": publicForever,
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}
