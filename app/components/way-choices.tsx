import { dateAndYear } from "#app/lib/dates.ts";

interface OtherWay {
  value: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type DescribedWay = ReturnType<typeof describeWay>;

export function describeWay({ value, name, createdAt, lastUsedAt }: OtherWay, timeZone: string) {
  const format = (date: Date) => dateAndYear(date, timeZone);
  const about = `Added ${format(createdAt)}; ${lastUsedAt ? `last used ${format(lastUsedAt)}` : "never used"}`;
  return { value, name, about };
}

interface WayChoicesProps {
  /** Of the boxes. */
  name: string;
  ways: DescribedWay[];
  ticked?: string[];
}

/** A box for everything that opens an account without its password. */
export const WayChoices = ({ name, ways, ticked = [] }: WayChoicesProps) => (
  <ul className="grid gap-2">
    {ways.map((way) => (
      <li key={way.value}>
        <label className="flex min-h-target cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name={name}
            value={way.value}
            defaultChecked={ticked.includes(way.value)}
            className="size-5 shrink-0 accent-paprika"
          />
          <span>
            {way.name} <span className="block text-small text-ink-2">{way.about}</span>
          </span>
        </label>
      </li>
    ))}
  </ul>
);
