import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { avoidances, profiles, sessions, users } from "#app/db/schema.ts";
import { countCrowd } from "./crowds.server.ts";

export async function findUser(db: Database, emailOrId: string) {
  const [found] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: sql<string>`${users.firstName}`.as("first_name"),
      lastName: users.lastName,
      shownAs: sql<string>`${profiles.firstName}`.as("shown_as"),
      createdAt: users.createdAt,
      emailConfirmedAt: users.emailConfirmedAt,
      isQuizDone: profiles.isQuizDone,
      hasPhoto: sql<boolean>`${profiles.avatarUrl} is not null`.mapWith(Boolean).as("has_photo"),
      sessionCount: sql<number>`(select count(*) from ${sessions} where ${sessions.userId} = ${users.id})`.as(
        "session_count",
      ),
      /** How many accounts may be this person's. */
      crowdSize: countCrowd(sql`${users.id}`).as("crowd_size"),
      avoidanceCount: sql<number>`(select count(*) from ${avoidances}
        where ${avoidances.userId} = ${users.id} and exists (select 1 from users mate where mate.id = ${avoidances.otherId})
          or ${avoidances.otherId} = ${users.id} and exists (select 1 from users mate where mate.id = ${avoidances.userId}))`.as(
        "avoidance_count",
      ),
    })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(
      emailOrId.includes("@") ? eq(users.email, emailOrId.trim().toLowerCase()) : eq(users.id, emailOrId),
    );
  return found;
}
