import { type KeyboardEvent, useEffect, useState } from "react";
import { aliases } from "#app/lib/quiz/quiz.ts";

interface CountryInputProps {
  countries: string[];
  value: string;
  errorId: string | undefined;
}

/** As many as a phone can show above its keyboard. */
const maxOptions = 6;

/** A combobox; before hydration a plain input with a datalist. */
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
        className="display h-15 w-full rounded-none border-b-2 border-ink bg-transparent text-[1.75rem] tracking-[-0.015em]"
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

/** Countries that start with the typed text come first. */
function findCountries(countries: string[], typed: string): string[] {
  const query = normalize(typed.trim());
  if (!query) return [];
  const found = countries.filter((country) => normalize(country).includes(query));
  found.sort((a, b) => Number(normalize(b).startsWith(query)) - Number(normalize(a).startsWith(query)));
  const byAlias = aliases.get(query);
  return byAlias ? [byAlias, ...found.filter((country) => country !== byAlias)] : found;
}

/** Without accents: "turk" finds Türkiye. */
const normalize = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

function HighlightedCountry({ country, typed }: { country: string; typed: string }) {
  const query = normalize(typed.trim());
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
