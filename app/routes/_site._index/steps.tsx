import { bookingSeats, type Seat, TableDrawing } from "#app/components/table-drawing.tsx";

interface Step {
  seats: Seat[];
  isLaid?: boolean;
  title: string;
  text: string;
}

const steps: Step[] = [
  {
    seats: bookingSeats.pending,
    title: "Take the Quiz",
    text: "Personality, food, identity. It takes 4 minutes. Your table sees at most three things that most of you share.",
  },
  {
    seats: bookingSeats.confirmed,
    title: "Get Matched with a group of 5",
    text: "We seat you with four people you’ll probably like. Two days before dinner, you see their first names and photos.",
  },
  {
    seats: bookingSeats.confirmed,
    isLaid: true,
    title: "Go to Dinner Night",
    text: "One table, one evening, good food. Come hungry and curious.",
  },
];

export function Steps() {
  return (
    <section className="page-width py-section">
      <h2 className="display max-w-[12em] text-1">Three steps to dinner</h2>
      <ol className="steps mt-12 grid lg:grid-cols-3">
        {steps.map(({ title, text, ...table }) => (
          <li
            key={title}
            className="grid grid-cols-[88px_1fr] content-start items-start gap-5 border-t border-line py-7 lg:grid-cols-1 lg:gap-8 lg:border-t-0 lg:border-l lg:px-10 lg:py-0 lg:first:border-0 lg:first:pl-0"
          >
            <TableDrawing {...table} className="size-22 lg:size-34" />
            <div>
              <h3 className="display mt-2 text-3">{title}</h3>
              <p className="mt-2 max-w-[27rem] text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
