/** Sets the date to this week's Friday at 19:00, in the zone of the given Date or TZDate. */
export function moveToFridayEvening<Zoned extends Date>(date: Zoned): Zoned {
  const friday = 5;
  date.setDate(date.getDate() + ((friday - date.getDay() + 7) % 7));
  date.setHours(19, 0, 0, 0);
  return date;
}

export function timeLeft(until: number, now: number) {
  const seconds = Math.max(0, Math.floor((until - now) / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3_600) % 24,
    min: Math.floor(seconds / 60) % 60,
    sec: seconds % 60,
  };
}

export const twoDigits = (count: number) => String(count).padStart(2, "0");
