import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readVisit } from "#app/auth/device.server.ts";
import { refuseTooOften, requireVerified } from "#app/auth/guards.server.ts";
import { privateFile } from "#app/http/responses.ts";
import { exportAccount } from "#app/models/account/export-account.server.ts";
import { noteOwnChange } from "#app/models/security/security-notes.server.ts";
import { club } from "#club";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireVerified(request, context, "/dashboard/settings/data");
  const tooOften = await refuseTooOften(context, userId, "export");
  if (tooOften) return new Response(tooOften.message, tooOften.init);
  await noteOwnChange(context.db, userId, "exported", readVisit(request, context));
  const data = await exportAccount({ db: context.db, bucket: context.env.AVATARS }, userId);
  return privateFile(`${club.fileName}-data.json`, "application/json", JSON.stringify(data, null, 2));
}
