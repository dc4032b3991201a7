import { asc, desc, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events, matchRecords, outbox, quizQuestions, weightChanges } from "#app/db/schema.ts";
import { weekMs } from "#app/lib/time-units.ts";
import type { TermsReport } from "#app/matching/terms/build-terms.ts";
import type { TableTerms } from "#app/matching/terms/diner-terms.ts";
import { type FiguresPeriod, isInPeriod } from "./event-figures.server.ts";

export interface WeightHistory {
  question: string;
  /** As the operator set it. */
  start: number;
  /** In the order of time; empty where nothing was learned for it. */
  changes: { at: Date; weight: number }[];
}

const maxChanges = 520;

/** The weights of the questions that count, from the operator's on; the last changes where there are very many. */
export async function loadWeightHistories(db: Database): Promise<WeightHistory[]> {
  const [questions, changes] = await db.batch([
    db
      .select({ id: quizQuestions.id, question: quizQuestions.question, start: quizQuestions.weight })
      .from(quizQuestions)
      .where(sql`${quizQuestions.rule} <> 'ignore'`)
      .orderBy(asc(quizQuestions.position), asc(quizQuestions.id)),
    db
      .select({ at: weightChanges.at, weights: weightChanges.weights })
      .from(weightChanges)
      .orderBy(desc(weightChanges.at), desc(weightChanges.id))
      .limit(maxChanges),
  ]);
  const listChanges = (name: string) =>
    changes.toReversed().flatMap(({ at, weights }) => {
      const weight = weights[name];
      return weight === undefined ? [] : [{ at, weight }];
    });
  return questions.map(({ id, question, start }) => ({ question, start, changes: listChanges(String(id)) }));
}

interface KeptTerms {
  tableCount: number;
  points: TableTerms;
  kept: TermsReport;
}

/** What became of the promises at each event of a period, as its tables were made. */
export async function loadKeptTerms(db: Database, period: FiguresPeriod): Promise<KeptTerms[]> {
  const rows = await db.all<{ tableCount: number; points: string; kept: string }>(
    sql`select r.kept_terms as kept, r.terms as points, r.table_count as tableCount
      from ${events} e cross join ${matchRecords} r on r.event_id = e.id
      where ${isInPeriod(period)} and r.kept_terms is not null`,
  );
  return rows.map(({ tableCount, points, kept }) => ({
    tableCount,
    points: JSON.parse(points),
    kept: JSON.parse(kept),
  }));
}

export interface EmailWait {
  /** Monday, midnight UTC. */
  week: number;
  /** As in `emailPriorities`. */
  priority: number;
  count: number;
  medianMs: number;
  /** 95 of 100 waited no longer. */
  mostMs: number;
}

/** How long emails waited from the change that they tell of until the provider took them, by the week of the change. */
export const loadEmailWaits = async (
  db: Database,
  { from, to }: { from: Date; to: Date },
): Promise<EmailWait[]> =>
  db.all<EmailWait>(
    sql`with waits as (
        select week, priority, ms, row_number() over (partition by week, priority order by ms) as place,
          count(*) over (partition by week, priority) as count
        from (select ${from.getTime()} + cast((created_at - ${from.getTime()}) / ${weekMs} as integer) * ${weekMs} as week, priority,
            max(0, sent_at - created_at) as ms
          from ${outbox} where created_at >= ${from.getTime()} and created_at < ${to.getTime()} and sent_at is not null))
      select week, priority, count, min(ms) filter (where 2 * place >= count) as medianMs,
        min(ms) filter (where 100 * place >= 95 * count) as mostMs
      from waits group by week, priority order by week, priority`,
  );
