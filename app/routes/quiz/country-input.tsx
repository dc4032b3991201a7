import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { aliases } from "#app/lib/quiz.ts";

interface CountryInputProps {
  countries: string[];
  value: string;
  invalid: string | undefined;
}

/** More than a phone shows above its keyboard would only be scrolled past. */
const most = 6;

/** A line to type on, with the countries that fit below. Without JavaScript the browser's own list serves. */
export function CountryInput({ countries, value, invalid }: CountryInputProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);

  const found = isOpen ? matching(countries, typed).slice(0, most) : [];
  const isExpanded = found.length > 0;
  const isUnknown = isOpen && !isExpanded && typed.trim() !== "";

  function choose(country: string) {
    setTyped(country);
    setIsOpen(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      setIsOpen(true);
      setActive((now) => (isExpanded ? (now + step + found.length) % found.length : 0));
    } else if (event.key === "Enter" && isExpanded && found[active] !== typed) choose(found[active] ?? typed);
    else if (event.key === "Escape" && isExpanded) setIsOpen(false);
    else return;
    event.preventDefault();
  }

  return (
    <div className="relative max-w-measure">
      <input
        name="answer"
        aria-label="Country"
        aria-invalid={invalid ? true : undefined}
        aria-describedby={invalid}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsOpen(true);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setIsOpen(false)}
        className="display h-15 w-full rounded-none border-b-2 border-ink bg-transparent text-[1.75rem] tracking-[-0.015em]"
        {...(isLive
          ? {
              role: "combobox",
              "aria-autocomplete": "list",
              "aria-expanded": isExpanded,
              "aria-controls": `${id}-list`,
              "aria-activedescendant": isExpanded ? `${id}-${active}` : undefined,
            }
          : { list: `${id}-all` })}
      />
      {!isLive && (
        <datalist id={`${id}-all`}>
          {countries.map((country) => (
            <option key={country} value={country} />
          ))}
        </datalist>
      )}
      <p role="status" className="absolute top-full mt-3 text-small text-ink-2">
        {isUnknown && "We know no country of that name."}
      </p>
      {isLive && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label="Countries"
          hidden={!isExpanded}
          className="absolute inset-x-0 top-full z-10 border border-t-0 border-line bg-surface shadow-card"
        >
          {found.map((country, i) => (
            <div
              key={country}
              id={`${id}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === active}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(country);
              }}
              onPointerEnter={() => setActive(i)}
              className="flex min-h-12 cursor-pointer items-center px-[1.1rem] aria-selected:bg-sunk"
            >
              <Match country={country} typed={typed} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Those that begin with it come first. */
function matching(countries: string[], typed: string): string[] {
  const wanted = plain(typed.trim());
  if (!wanted) return [];
  const found = countries.filter((country) => plain(country).includes(wanted));
  found.sort((a, b) => Number(plain(b).startsWith(wanted)) - Number(plain(a).startsWith(wanted)));
  const meant = aliases[wanted];
  return meant ? [meant, ...found.filter((country) => country !== meant)] : found;
}

/** Türkiye is found by "turk". */
const plain = (text: string) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

function Match({ country, typed }: { country: string; typed: string }) {
  const wanted = plain(typed.trim());
  const at = plain(country).indexOf(wanted);
  if (at < 0) return <span>{country}</span>;
  return (
    <span>
      {country.slice(0, at)}
      <b className="font-strong">{country.slice(at, at + wanted.length)}</b>
      {country.slice(at + wanted.length)}
    </span>
  );
}
