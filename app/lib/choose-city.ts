interface Position {
  latitude: number;
  longitude: number;
}

export interface CityToChoose {
  id: string;
  name: string;
  timeZone: string;
  latitude: number | null;
  longitude: number | null;
}

interface Visitor {
  /** Where they booked last. */
  lastCityId: string | null;
  /** As far as Cloudflare knows. */
  position: Position | null;
  timeZone: string | null;
}

/** Where they booked last, else the nearest city, else one in their time zone, else the first by name. */
export function chooseCity<City extends CityToChoose>(
  cities: readonly City[],
  { lastCityId, position, timeZone }: Visitor,
): City | undefined {
  const byName = cities.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return (
    cities.find(({ id }) => id === lastCityId) ??
    (position && sortByDistance(byName, position)[0]) ??
    byName.find((city) => city.timeZone === timeZone) ??
    byName[0]
  );
}

/** Nearest first, without the cities whose position is unknown. */
export function sortByDistance<City extends CityToChoose>(
  cities: readonly City[],
  position: Position,
): City[] {
  return cities
    .flatMap((city) => {
      const { latitude, longitude } = city;
      if (latitude === null || longitude === null) return [];
      return [{ city, distance: angleBetween(position, { latitude, longitude }) }];
    })
    .sort((a, b) => a.distance - b.distance)
    .map(({ city }) => city);
}

/** In radians, on a sphere. */
function angleBetween(one: Position, other: Position): number {
  const [a, b] = [toRadians(one.latitude), toRadians(other.latitude)];
  const difference = toRadians(other.longitude - one.longitude);
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(difference);
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
