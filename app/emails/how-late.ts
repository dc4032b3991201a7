/** The note may be gone by the time an email is sent again. */
const howLate = (minutes: number | null): string =>
  minutes === null ? "a little late" : `about ${minutes} minutes late`;

export function describeLateness(name: string, minutes: number | null, isChange: boolean) {
  const willBe = `will ${isChange ? "now " : ""}be ${howLate(minutes)}`;
  return { subject: isChange ? `${name} ${willBe}` : `${name} is running late`, willBe };
}
