import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireVerified } from "#app/auth/verification.server.ts";
import { buttonClass } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page-meta.ts";
import { BackToSettings } from "#app/routes/dashboard/back-to-settings.tsx";

export const meta = () => privatePage("Your data");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireVerified(request, context, "/dashboard/settings/data");
  return json({});
}

export default function YourData() {
  return (
    <div className="grid max-w-measure gap-5">
      <BackToSettings />
      <h1 className="display text-2">Your data</h1>
      <p className="text-ink-2">
        One file with everything we keep about you: your account, answers, bookings, deposits, and which
        emails we sent you. It is a text file (JSON) that other programs can read. Keep it where only you can
        open it.
      </p>
      <p>
        <a href="/dashboard/settings/data.json" download className={buttonClass({ variant: "primary" })}>
          Export my data
        </a>
      </p>
    </div>
  );
}
