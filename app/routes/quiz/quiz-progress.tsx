import { seatsWithTaken, TableDrawing } from "#app/components/table-drawing.tsx";
import { tableSize } from "#app/lib/table-size.ts";

interface QuizProgressProps {
  number: number;
  total: number;
}

/** The other seats are taken one after the other as the quiz goes on. */
export const QuizTable = ({ number, total, className }: QuizProgressProps & { className: string }) => (
  <TableDrawing
    seats={seatsWithTaken(Math.floor(((tableSize - 1) * number) / total))}
    stroke={0.9}
    className={`quiz-table ${className}`}
  />
);

const circumference = 2 * Math.PI * 25;

export function QuizProgress({ number, total }: QuizProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={`Question ${number} of ${total}`}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={number}
      className="relative mx-auto size-[190px] xl:size-[236px]"
    >
      <QuizTable number={number} total={total} className="size-full" />
      <svg viewBox="0 0 100 100" aria-hidden="true" className="absolute inset-0 size-full">
        <circle
          cx="50"
          cy="50"
          r="25"
          fill="none"
          strokeWidth="2"
          strokeLinecap="round"
          strokeDasharray={`${(circumference * number) / total} ${circumference}`}
          transform="rotate(90 50 50)"
          className="stroke-coral"
        />
      </svg>
      <p className="absolute inset-0 grid place-content-center text-center">
        <span className="display figures text-[2.5rem]/none tracking-[-0.03em]">{number}</span>{" "}
        <span className="text-label text-on-green-2">of {total}</span>
      </p>
    </div>
  );
}
