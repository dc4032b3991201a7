import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { writePaymentsFile } from "#app/desk/money.server.ts";
import { requireRole } from "#app/desk/operator.server.ts";
import { notFound } from "#app/http/responses.ts";

/** A month's payments and refunds, for the accountant. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(request, context, "owner");
  const month = new URL(request.url).searchParams.get("month") ?? "";
  const file = await writePaymentsFile(context.db, month);
  if (file === undefined) throw notFound();
  return new Response(file, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${month}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
