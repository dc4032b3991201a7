export function EmptySeat({ className }: { className: string }) {
  const diners = [
    [39.3, 74.52],
    [56.37, 21.98],
    [111.63, 21.98],
    [128.7, 74.52],
  ];
  return (
    <svg
      viewBox="24 8 192 112"
      aria-hidden="true"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    >
      <circle cx="84" cy="60" r="30" />
      {diners.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="7.2" className="fill-current stroke-none" />
      ))}
      <circle cx="84" cy="107" r="6.6" strokeDasharray="2.6 3" />
      <path
        d="M96 111C128 122 128 84 152 92S176 112 196 84"
        strokeDasharray=".1 5"
        strokeLinecap="round"
        className="stroke-paprika"
      />
      <circle cx="200" cy="76" r="7.2" className="fill-paprika stroke-none" />
    </svg>
  );
}
