interface YearInputProps {
  years: { from: number; to: number };
  value: string;
  errorId: string | undefined;
}

export function YearInput({ years: { from, to }, value, errorId }: YearInputProps) {
  return (
    <div className="grid justify-items-start gap-2">
      <input
        name="answer"
        aria-label={`Year, from ${from} to ${to}`}
        inputMode="numeric"
        autoComplete="bday-year"
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        defaultValue={value}
        className="display figures h-15 w-40 rounded-none border-b-2 border-ink bg-transparent text-[1.75rem] tracking-[-0.015em]"
      />
      <p aria-hidden="true" className="text-small text-ink-2">
        From {from} to {to}, for example 1990.
      </p>
    </div>
  );
}
