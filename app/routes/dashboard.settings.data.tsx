import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireVerified } from "#app/auth/guards.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { privatePage } from "#app/components/page.tsx";
import { PanelTitle } from "./dashboard.settings/settings-group.tsx";

export const meta = () => privatePage("Your data");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireVerified(request, context, "/dashboard/settings/data");
  return json({});
}

export default function YourData() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <PanelTitle>Your data is yours</PanelTitle>
      <ul className="grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-paprika">
        <li>
          One file with your account and photo, your answers, bookings and deposits, and the emails we sent
          you.
        </li>
        <li>
          It leaves out what the people at your table said about you, and what could be used to sign in.
        </li>
      </ul>
      <ButtonLink href="/dashboard/settings/data.json" variant="primary" size="large" download>
        Export my data
      </ButtonLink>
      <p className="text-small text-ink-2">
        It’s a text file (JSON) that other programs can read, so keep it where only you can open it.
      </p>
    </div>
  );
}
