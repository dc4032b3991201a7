import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Without times of an earlier run, Vitest starts with the longest files, and these are short and take ten seconds or more. */
const slowFiles = [
  "e2e/screens-of-diners",
  "jobs/season",
  "e2e/screens-of-visitors",
  "db/any-size",
  "routes/passkeys",
  "payments/refunds",
  "emails/send-emails",
  "e2e/bookings",
  "e2e/payment",
  "security/leaked-database",
  "db/added-column",
  "cli/crash",
  "cli/wrangler",
  "cli/ops-jobs",
  "cli/ops-match-export",
  "cli/ops-bundle",
  "cli/ops-usage",
  "matching/find-best-seating",
].map((name) => `tests/${name}.test.ts`);

/** A worker that starts with a slow file at the end of the run works alone. */
export default class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = slowFiles.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? slowFiles.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
