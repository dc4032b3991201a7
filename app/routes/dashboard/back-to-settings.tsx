import { Link } from "@remix-run/react";
import { Icon } from "#app/components/icon.tsx";

interface BackToSettingsProps {
  to?: string;
  children?: string;
}

export const BackToSettings = ({
  to = "/dashboard/settings",
  children = "Settings",
}: BackToSettingsProps) => (
  <Link to={to} className="-ml-1 inline-flex min-h-target items-center gap-2 px-1 text-ink-2">
    <Icon name="back" className="size-5" />
    {children}
  </Link>
);
