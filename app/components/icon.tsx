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

export function Strokes({ path, size, className }: { path: string; size: number; className: string }) {
  return (
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
}
