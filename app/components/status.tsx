const looks = {
  Available: "text-green-text",
  Confirmed: "text-green-text",
  Pending: "text-saffron-text",
  Canceled: "text-ink-3",
  "Sold Out": "text-ink-3",
};

export type StatusName = keyof typeof looks;

/** A dot and a word, always both. What is live blinks. */
export function Status({ name, past = false }: { name: StatusName; past?: boolean }) {
  const live = !past && (name === "Available" || name === "Confirmed");
  const hollow = name === "Canceled" || name === "Sold Out";
  const fill = hollow
    ? "border-[1.5px] border-current"
    : name === "Pending" && !past
      ? "bg-saffron"
      : "bg-current";
  return (
    <span
      className={`inline-flex items-center gap-2.5 text-small font-strong whitespace-nowrap ${past ? "text-ink-3" : looks[name]}`}
    >
      <span className={`relative size-[9px] shrink-0 rounded-round ${fill}`}>
        {live && (
          <span className="absolute -inset-1 animate-blink rounded-round border-[1.5px] border-current opacity-45" />
        )}
      </span>
      {name}
    </span>
  );
}
