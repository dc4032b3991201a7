import { type KeyboardEvent, useEffect, useState } from "react";
import { Icon } from "#app/components/icon.tsx";
import { listOwnNames, normalize } from "#app/lib/quiz/country-names.ts";
import { aliases, nameStep, type QuizQuestion, rangeMax } from "#app/lib/quiz/quiz.ts";

interface SingleChoiceProps {
  choices: string[];
  notes: string[] | undefined;
  chosen: string | undefined;
}

/** Pressing a choice submits it. */
export const SingleChoice = ({ choices, notes, chosen }: SingleChoiceProps) => (
  <ul className="max-w-[40rem]">
    {choices.map((choice, i) => {
      const value = String(i + 1);
      const isChosen = value === chosen;
      return (
        <li key={choice} className="border-t border-line last:border-b">
          <button
            type="submit"
            name="answer"
            value={value}
            aria-pressed={isChosen}
            data-choice
            className="display group grid min-h-16 w-full cursor-pointer grid-cols-[1fr_1.5rem] items-center gap-4 py-3.5 text-left text-[1.3125rem]/[1.25] tracking-[-0.008em] transition-colors hover:text-paprika-text aria-pressed:text-paprika-text lg:min-h-17 lg:text-[1.5rem]/[1.25]"
          >
            <span>
              {choice}
              {notes?.[i] && (
                <span className="mt-0.5 block [font-family:var(--font-text)] text-label tracking-normal text-ink-2">
                  {" "}
                  {notes[i]}
                </span>
              )}
            </span>
            <span className="size-[22px] rounded-round border border-line-strong group-hover:border-paprika group-aria-pressed:border-7 group-aria-pressed:border-paprika" />
          </button>
        </li>
      );
    })}
  </ul>
);

interface MultipleChoiceProps {
  choices: string[];
  chosen: string[];
  /** The last choice excludes all others. */
  endsWithNone: boolean;
}

/** In a longer list each is wider. */
const maxNarrowChoices = 18;

export function MultipleChoice({ choices, chosen, endsWithNone }: MultipleChoiceProps) {
  const isLong = choices.length > maxNarrowChoices;
  return (
    <div data-ends-with-none={endsWithNone || undefined} className="flex max-w-[44rem] flex-wrap gap-2.5">
      {choices.map((choice, i) => (
        <label key={choice} className={`chip min-h-12 text-[1rem] ${isLong ? "px-6" : "px-4"}`}>
          <input
            type="checkbox"
            name="answer"
            value={i + 1}
            defaultChecked={chosen.includes(String(i + 1))}
            data-choice
            className="peer"
          />
          <Icon name="check" className="hidden size-3.5 peer-checked:block" />
          {`${choice} `}
        </label>
      ))}
    </div>
  );
}

interface RangeInputProps {
  question: QuizQuestion;
  chosen: string | undefined;
}

/** Each step says in its own words, above the scale, what it means. */
export const RangeInput = ({ question, chosen }: RangeInputProps) => (
  <div className="@container lg:max-w-[50rem]">
    <div className="range relative mt-(--said) grid grid-cols-10 border-y border-line bg-surface @max-[16rem]:grid-cols-5">
      {Array.from({ length: rangeMax }, (_, i) => i + 1).map((step) => (
        <button
          type="submit"
          key={step}
          name="answer"
          value={step}
          aria-pressed={String(step) === chosen}
          data-choice
          className="step display figures grid h-20 cursor-pointer place-items-center text-[1.375rem]/none lg:text-[1.25rem]/none"
        >
          <span>{step}</span> <span className="step-said">{`${nameStep(step, question)} `}</span>
        </button>
      ))}
    </div>
    <p className="display flex justify-between gap-6 pt-3 text-[1.1875rem]/[1.25]">
      <span>{question.minLabel}</span> <span className="text-right">{question.maxLabel}</span>
    </p>
  </div>
);

interface YearInputProps {
  years: { from: number; to: number };
  value: string;
  errorId: string | undefined;
}

export const YearInput = ({ years: { from, to }, value, errorId }: YearInputProps) => (
  <div className="grid justify-items-start gap-2">
    <input
      name="answer"
      aria-label={`Year, from ${from} to ${to}`}
      inputMode="numeric"
      autoComplete="bday-year"
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      defaultValue={value}
      placeholder="e.g. 1990"
      className="display figures h-15 w-40 rounded-none border-b-2 border-ink bg-transparent text-[1.75rem] tracking-[-0.015em] placeholder:text-ink-3"
    />
  </div>
);

interface CountryInputProps {
  countries: string[];
  value: string;
  errorId: string | undefined;
}

/** As many as fit on a phone above its keyboard. */
const maxOptions = 6;

/** A combobox; before hydration, a plain input with a datalist. */
export function CountryInput({ countries, value, errorId }: CountryInputProps) {
  const [typed, setTyped] = useState(value);
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);

  const options = isOpen ? findCountries(countries, typed).slice(0, maxOptions) : [];
  const isExpanded = options.length > 0;
  const isUnknown = isOpen && !isExpanded && typed.trim() !== "";

  function choose(country: string) {
    setTyped(country);
    setIsOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      setIsOpen(true);
      setActiveIndex((index) => (isExpanded ? (index + step + options.length) % options.length : 0));
    } else if (event.key === "Enter" && isExpanded && options[activeIndex] !== typed)
      choose(options[activeIndex] ?? typed);
    else if (event.key === "Escape" && isExpanded) setIsOpen(false);
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative max-w-measure">
      <input
        name="answer"
        aria-label="Country"
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsOpen(true);
          setActiveIndex(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setIsOpen(false)}
        placeholder="e.g. Hungary"
        className="display h-15 w-full rounded-none border-b-2 border-ink bg-transparent text-[1.75rem] tracking-[-0.015em] placeholder:text-ink-3"
        {...(isHydrated
          ? {
              role: "combobox",
              "aria-autocomplete": "list",
              "aria-expanded": isExpanded,
              "aria-controls": "country-list",
              "aria-activedescendant": isExpanded ? `country-${activeIndex}` : undefined,
            }
          : { list: "country-all" })}
      />
      {!isHydrated && (
        <datalist id="country-all">
          {countries.map((country) => (
            <option key={country} value={country} />
          ))}
        </datalist>
      )}
      <p role="status" className="absolute top-full mt-3 text-small text-ink-2">
        {isUnknown && "We don’t know a country with this name."}
      </p>
      {isHydrated && (
        <div
          id="country-list"
          role="listbox"
          aria-label="Countries"
          hidden={!isExpanded}
          className="absolute inset-x-0 top-full z-10 border border-t-0 border-line bg-surface shadow-card"
        >
          {options.map((country, i) => (
            <div
              key={country}
              id={`country-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === activeIndex}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(country);
              }}
              onPointerEnter={() => setActiveIndex(i)}
              className="flex min-h-12 cursor-pointer items-center px-[1.1rem] aria-selected:bg-sunk"
            >
              <HighlightedCountry country={country} typed={typed} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Countries that start with the typed text come first; their names in their own languages count too. */
function findCountries(countries: string[], typed: string): string[] {
  const query = normalize(typed);
  if (!query) return [];
  const found = countries.filter((country) => normalize(country).includes(query));
  found.sort((a, b) => Number(normalize(b).startsWith(query)) - Number(normalize(a).startsWith(query)));
  const byOwnName = [...listOwnNames()].flatMap(([name, country]) =>
    query.length > 2 && name.startsWith(query) && countries.includes(country) ? country : [],
  );
  return [...new Set([aliases.get(query) ?? [], found, byOwnName].flat())];
}

function HighlightedCountry({ country, typed }: { country: string; typed: string }) {
  const query = normalize(typed);
  const start = normalize(country).indexOf(query);
  const end = start + query.length;
  if (start < 0) return <span>{country}</span>;
  return (
    <span>
      {country.slice(0, start)}
      <b className="font-strong">{country.slice(start, end)}</b>
      {country.slice(end)}
    </span>
  );
}
