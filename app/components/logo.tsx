import { LogoMark } from "./table-drawing.tsx";

export function Logo({ href = "/" }: { href?: string }) {
  return (
    <a
      href={href}
      className="display inline-flex min-h-target items-center gap-2 text-[1.5rem]/none tracking-[-0.03em] sm:gap-2.5 sm:text-[1.75rem]/none"
    >
      <LogoMark className="size-[30px] sm:size-[34px]" />
      <span>Öten</span>
    </a>
  );
}
