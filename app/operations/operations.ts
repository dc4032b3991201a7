import { attendance } from "./attendance.ts";
import { avoid } from "./avoid.ts";
import { booking } from "./booking/booking.ts";
import { city } from "./city/city.ts";
import { deposit } from "./deposit.ts";
import { email, outbox } from "./emails.ts";
import { event } from "./event/event.ts";
import { feedback } from "./feedback.ts";
import { hostLink } from "./host-link.ts";
import { job } from "./job/job.ts";
import { match } from "./match/match.ts";
import { message } from "./message.ts";
import type { Noun, Operation } from "./operation.ts";
import { quiz } from "./quiz/quiz.ts";
import { schedule } from "./schedule/schedule.ts";
import { sheet } from "./sheet.ts";
import { stats } from "./stats.ts";
import { table } from "./table/table.ts";
import { user } from "./user.ts";
import { venue } from "./venue/venue.ts";
import { weights } from "./weights.ts";

export const nouns: Record<string, Noun> = {
  city,
  venue,
  event,
  schedule,
  booking,
  match,
  table,
  "host-link": hostLink,
  attendance,
  avoid,
  quiz,
  weights,
  deposit,
  outbox,
  user,
  job,
  email,
  message,
};

export const operationsWithoutNoun: Operation[] = [sheet, feedback, stats];
