import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { jsonList } from "#app/db/json-list.ts";
import { bookings, feedback, tableTerms } from "#app/db/schema.ts";
import { eveningSize } from "#app/matching/learning/evenings.ts";

/** Where the product of two numbers of an evening is in the sums. */
const place = sql`one.key * ${eveningSize} - one.key * (one.key - 1) / 2 + other.key - one.key`;

function changeSums(db: Database, sign: 1 | -1, isMeant: SQL, condition: SQL): Statement {
  return db
    .update(tableTerms)
    .set({
      evenings: sql`(select json_group_array(total.value + ${sign} * coalesce(change.amount, 0))
        from (select key, value from json_each(${tableTerms.evenings}) order by key) total
        left join (select ${place} as place, sum(one.value * other.value) as amount
          from ${feedback}, json_each(${feedback.evening}) one, json_each(${feedback.evening}) other
          where other.key >= one.key and ${isMeant} group by place) change on change.place = total.key)`,
    })
    .where(
      sql`exists (select 1 from ${feedback} where ${feedback.evening} is not null and ${isMeant}) and ${condition}`,
    );
}

/** A statement for the batch that has just written what these evenings were like. */
export const addEvenings = (db: Database, bookingIds: string[], condition: SQL) =>
  changeSums(db, 1, sql`${feedback.bookingId} in ${jsonList(bookingIds)}`, condition);

/** A statement for the batch that erases users, before their feedback is gone: nothing of it is left in the sums. */
export const forgetEvenings = (db: Database, userIds: SQL) =>
  changeSums(
    db,
    -1,
    sql`${feedback.bookingId} in (select id from ${bookings} where user_id in ${userIds})`,
    sql`true`,
  );
