import type { ReactNode } from "react";

const paths = {
  back: "M20 12H4.5M11 5l-7 7 7 7",
  camera: "M4 8.5h3.2l1.6-2.5h6.4l1.6 2.5H20v10.5H4zM12 16.5a3.2 3.2 0 1 0 0-6.4a3.2 3.2 0 0 0 0 6.4",
  alert: "M12 7.5v5.5M12 16.3v.1M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0",
  check: "M5 12.5l4.5 4.5L19 7",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  leave: "M14 4.5h5.5v15H14M4 12h11M11 8l4 4-4 4",
  plus: "M12 5v14M5 12h14",
  settings:
    "M4 8h9M18 8h2M4 16h2M11 16h9M15.5 10.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5M8.5 18.5a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5",
  menu: "M4 8.5h16M4 15.5h16",
};

export const Icon = ({ name, className = "size-6" }: { name: keyof typeof paths; className?: string }) => (
  <Strokes path={paths[name]} size={24} className={className} />
);

const Strokes = ({ path, size, className }: { path: string; size: number; className: string }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={`shrink-0 ${className}`}
  >
    <path d={path} />
  </svg>
);

const signPaths = {
  alert: "M12 7.5v5.5M12 16.3v.1M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0",
  calendar: "M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4",
  check: "M5 12.5l4.5 4.5L19 7",
  clock: "M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0M12 7v5.2l3.5 2",
  cross: "M6.5 6.5l11 11M17.5 6.5l-11 11",
  leaf: "M6 18.5c-1.5-7 3-12 12.5-12.5 0 9-4.5 13-11 11.5M5 20.5c2-4.5 4.5-7.5 8.5-10",
  lock: "M6.5 11h11v8.500h-11zM9 11V8a3 3 0 0 1 6 0v3",
  mobile: "M7.5 3.5h9v17h-9zM11 17.5h2",
  phone:
    "M6 4.5h3.5l1.5 4-2 1.5c1 2.2 2.8 4 5 5l1.5-2 4 1.5V18c0 1-.8 1.8-1.8 1.7C10.6 19.2 4.8 13.4 4.3 6.3 4.2 5.3 5 4.5 6 4.5z",
  pin: "M12 20.5c4.6-4.9 6.8-8.4 6.8-11.2a6.8 6.8 0 0 0-13.6 0c0 2.8 2.2 6.3 6.8 11.2zM12 11.8a2.5 2.5 0 1 0 0-5a2.5 2.5 0 0 0 0 5",
  screen: "M4 5h16v11H4zM9 20h6M12 16v4",
  search: "M15.5 15.5L20 20M17 10.5a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0",
  send: "M4 12L20 4.5 15 19.5l-3.5-6z",
};

export type SignName = keyof typeof signPaths;

/** Like `Icon`, for parts that are not in the quiz, because its script would load these drawings too. */
export const Sign = ({ name, className = "size-5" }: { name: SignName; className?: string }) => (
  <Strokes path={signPaths[name]} size={20} className={className} />
);

/** Of a list in which each line has a sign of its own. */
export const SignItem = ({ sign, children }: { sign: SignName; children: ReactNode }) => (
  <li className="flex gap-3">
    <Sign name={sign} className="size-5 shrink-0 text-green-text" />
    <span className="min-w-0">{children}</span>
  </li>
);
