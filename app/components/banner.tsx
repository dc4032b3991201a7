import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

const looks = {
  error: "bg-paprika-wash text-paprika-text border-paprika",
  success: "bg-green-wash text-green-text border-green-text",
  waiting: "bg-saffron-wash text-saffron-text border-saffron",
};

interface BannerProps {
  look: keyof typeof looks;
  children: ReactNode;
}

/** Stands above what it is about. */
export function Banner({ look, children }: BannerProps) {
  return (
    <p
      role={look === "error" ? "alert" : "status"}
      className={`flex gap-3 rounded-r-paper text-left border-l-3 px-4 py-3.5 text-small ${looks[look]}`}
    >
      <Icon name={look === "success" ? "check" : "alert"} className="mt-0.5 size-[18px]" />
      <span>{children}</span>
    </p>
  );
}
