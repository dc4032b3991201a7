import type { loadMonth } from "./month.server.ts";

/** A table; on a phone a list of the days on which there is something. */
export const Month = ({
  month: { name, weekdays, weeks },
}: {
  month: Awaited<ReturnType<typeof loadMonth>>;
}) => (
  <table className="w-full border-collapse max-md:block">
    <caption className="display pb-3 text-left text-[1.625rem]/[1.2] max-md:block">{name}</caption>
    <thead className="max-md:hidden">
      <tr>
        {weekdays.map((day) => (
          <th
            key={day}
            scope="col"
            className="w-1/7 border-b border-ink pb-2 text-left text-[min(0.9375rem,max(15px,1.6vw))] font-strong"
          >
            {day}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-md:block max-md:border-t max-md:border-ink">
      {weeks.map((week) => (
        <tr key={week.find((day) => day)?.day} className="max-md:block">
          {week.map((each, i) =>
            each ? (
              <Day key={each.day} {...each} weekday={weekdays[i] ?? ""} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the days of a week never change their order
              <td key={i} className="border border-line max-md:hidden" />
            ),
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

type DayOfMonth = NonNullable<Awaited<ReturnType<typeof loadMonth>>["weeks"][number][number]>;

const Day = ({ day, weekday, isToday, holidays, entries }: DayOfMonth & { weekday: string }) => (
  <td
    className={`border border-line p-2 align-top md:text-[min(0.9375rem,max(15px,1.6vw))] md:**:text-[1em] wrap-break-word max-md:block max-md:border-x-0 max-md:border-t-0 max-md:px-0 md:h-24 ${entries.length + holidays.length > 0 ? "" : "max-md:hidden"}`}
  >
    <time
      dateTime={day}
      aria-current={isToday ? "date" : undefined}
      className="text-small text-ink-2 aria-[current]:font-strong aria-[current]:text-paprika-text"
    >
      <span className="md:hidden">{weekday} </span>
      {Number(day.slice(8))}
    </time>
    {holidays.map((holiday) => (
      <span key={holiday} className="block text-small text-saffron-text">
        {holiday}
      </span>
    ))}
    {entries.map(({ href, title, says }) => (
      <a
        key={href}
        href={href}
        className="flex min-h-target flex-col justify-center text-small hover:underline"
      >
        <b className="font-strong">{title}</b> <span className="text-ink-2">{says}</span>
      </a>
    ))}
  </td>
);
