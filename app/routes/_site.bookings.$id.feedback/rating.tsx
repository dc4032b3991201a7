import { seatPositions } from "#app/components/table-drawing.tsx";
import { cardClass, hiddenInputClass } from "./fields.tsx";

export const Rating = ({ value, name, isChecked }: { value: number; name: string; isChecked: boolean }) => (
  <label
    className={`${cardClass} border-line pt-2 pb-2.5 has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] lg:py-4`}
  >
    <input
      type="radio"
      name="rating"
      value={value}
      defaultChecked={isChecked}
      className={`peer ${hiddenInputClass}`}
    />
    <RatedTable value={value} />
    <b className="display figures text-[1.375rem]/[1.3]">{value}</b>
    <span className="text-label/[1.2] text-ink-2 peer-checked:font-strong peer-checked:text-ink">{name}</span>
  </label>
);

const seats = seatPositions(40);

/** Its seats fill, and the candle grows. */
const RatedTable = ({ value }: { value: number }) => (
  <svg
    viewBox="0 0 100 100"
    aria-hidden="true"
    className="w-12 max-w-full text-ink-2 peer-checked:text-paprika-text lg:w-19"
  >
    <circle cx="50" cy="50" r="25" fill="none" stroke="currentColor" strokeWidth="2.5" />
    {seats.map(({ x, y }, i) =>
      i < value ? (
        <circle key={x} cx={x} cy={y} r="7.5" className="fill-current" />
      ) : (
        <circle key={x} cx={x} cy={y} r="6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      ),
    )}
    <circle cx="50" cy="50" r={4 + 3 * value} className="fill-candle" opacity={0.12 + 0.13 * value} />
    <circle cx="50" cy="50" r={1.5 + 0.7 * value} className="fill-saffron" />
  </svg>
);
