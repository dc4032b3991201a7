import { dayMs } from "#app/lib/time-units.ts";

/**
 * Public holidays of a whole country, as rules: "05-01" is a day of each year, "E+1" is counted from Easter Sunday, and "11-22>4" is the
 * first Thursday on or after a day (1 is Monday). Holidays of a region are missing, and so are days off in place of a Sunday.
 */
const common: Record<string, string> = {
  "01-01": "New Year’s Day",
  "01-06": "Epiphany",
  "E-3": "Maundy Thursday",
  "E-2": "Good Friday",
  E: "Easter Sunday",
  "E+1": "Easter Monday",
  "05-01": "Labor Day",
  "E+39": "Ascension Day",
  "E+49": "Whit Sunday",
  "E+50": "Whit Monday",
  "E+60": "Corpus Christi",
  "06-20>6": "Midsummer Day",
  "08-15": "Assumption Day",
  "10-31>6": "All Saints’ Day",
  "11-01": "All Saints’ Day",
  "12-08": "Immaculate Conception",
  "12-24": "Christmas Eve",
  "12-25": "Christmas Day",
  "12-26": "the second day of Christmas",
};

const easter = "E E+1";
const christmas = "12-25 12-26";

const countries: Record<string, string> = {
  AT: `01-01 01-06 ${easter} 05-01 E+39 E+50 E+60 08-15 10-26=National_Day 11-01 12-08 ${christmas}`,
  BE: `01-01 ${easter} 05-01 E+39 E+50 07-21=National_Day 08-15 11-01 11-11=Armistice_Day 12-25`,
  CH: "01-01 E+39 08-01=National_Day 12-25",
  CZ: `01-01 E-2 ${easter} 05-01 05-08=Liberation_Day 07-05=Saints_Cyril_and_Methodius 07-06=Jan_Hus_Day 09-28=Statehood_Day 10-28=Independence_Day 11-17=Freedom_Day 12-24 ${christmas}`,
  DE: `01-01 E-2 ${easter} 05-01 E+39 E+50 10-03=German_Unity_Day ${christmas}`,
  DK: `01-01 E-3 E-2 ${easter} E+39 E+49 E+50 ${christmas}`,
  ES: "01-01 01-06 E-2 05-01 08-15 10-12=National_Day 11-01 12-06=Constitution_Day 12-08 12-25",
  FI: `01-01 01-06 E-2 ${easter} 05-01 E+39 E+49 06-20>6 10-31>6 12-06=Independence_Day ${christmas}`,
  FR: `01-01 ${easter} 05-01 05-08=Victory_Day E+39 E+50 07-14=Bastille_Day 08-15 11-01 11-11=Armistice_Day 12-25`,
  HR: `01-01 01-06 ${easter} 05-01 E+60 05-30=Statehood_Day 06-22=Anti-Fascist_Struggle_Day 08-05=Victory_Day 08-15 11-01 11-18=Remembrance_Day ${christmas}`,
  HU: `01-01 03-15=National_Day E-2 ${easter} 05-01 E+49 E+50 08-20=State_Foundation_Day 10-23=National_Day 11-01 12-24 ${christmas}`,
  IT: `01-01 01-06 ${easter} 04-25=Liberation_Day 05-01 06-02=Republic_Day 08-15 10-04=Saint_Francis 11-01 12-08 ${christmas}`,
  LU: `01-01 ${easter} 05-01 05-09=Europe_Day E+39 E+50 06-23=National_Day 08-15 11-01 ${christmas}`,
  NL: `01-01 ${easter} 04-27=King’s_Day E+39 E+49 E+50 ${christmas}`,
  NO: `01-01 E-3 E-2 ${easter} 05-01 E+39 05-17=Constitution_Day E+49 E+50 ${christmas}`,
  PL: `01-01 01-06 ${easter} 05-01 05-03=Constitution_Day E+49 E+60 08-15 11-01 11-11=Independence_Day 12-24 ${christmas}`,
  PT: "01-01 E-2 E 04-25=Freedom_Day 05-01 E+60 06-10=Portugal_Day 08-15 10-05=Republic_Day 11-01 12-01=Independence_Day 12-08 12-25",
  SE: `01-01 01-06 E-2 ${easter} 05-01 E+39 E+49 06-06=National_Day 06-20>6 10-31>6 ${christmas}`,
  SI: `01-01 01-02=the_day_after_New_Year 02-08=Prešeren_Day ${easter} 04-27=Resistance_Day 05-01 05-02=Labor_Day E+49 06-25=Statehood_Day 08-15 10-31=Reformation_Day 11-01 ${christmas}`,
  US: "01-01 01-15>1=Martin_Luther_King_Day 02-15>1=Presidents’_Day 05-25>1=Memorial_Day 06-19=Juneteenth 07-04=Independence_Day 09-01>1=Labor_Day 10-08>1=Columbus_Day 11-11=Veterans_Day 11-22>4=Thanksgiving 12-25",
};

export const countriesWithHolidays = Object.keys(countries);

/** The name of the public holiday on a day such as "2026-12-25"; undefined if there is none, or the country’s aren’t known. */
export function findHoliday(country: string, day: string): string | undefined {
  const year = Number(day.slice(0, 4));
  const found = (countries[country] ?? "")
    .split(" ")
    .find((entry) => entry && dayOf(entry.split("=")[0] ?? "", year) === day);
  const [rule = "", name] = found?.split("=") ?? [];
  return name?.replaceAll("_", " ") ?? common[rule];
}

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function dayOf(rule: string, year: number): string {
  if (rule.startsWith("E")) return toDay(easterSunday(year) + Number(rule.slice(1)) * dayMs);
  const [date, weekday] = rule.split(">");
  const from = Date.parse(`${year}-${date}`);
  if (!weekday) return toDay(from);
  return toDay(from + ((Number(weekday) - new Date(from).getUTCDay() + 7) % 7) * dayMs);
}

/** By Gauss, for the Gregorian calendar from 1900 to 2099. */
function easterSunday(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const after = moon + sunday;
  const isTooLate = (moon === 29 && sunday === 6) || (moon === 28 && sunday === 6 && year % 19 > 10);
  return Date.UTC(year, 2, 22 + after - (isTooLate ? 7 : 0));
}
