import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { profiles, users } from "#app/db/schema.ts";

export interface Profile {
  firstName: string;
  avatarUrl: string | null;
  isQuizDone: boolean;
  wantsReminders: boolean;
}

export async function findProfile(db: Database, userId: string): Promise<Profile | undefined> {
  const [profile] = await db
    .select({
      firstName: profiles.firstName,
      avatarUrl: profiles.avatarUrl,
      isQuizDone: profiles.isQuizDone,
      wantsReminders: profiles.wantsReminders,
    })
    .from(profiles)
    .where(eq(profiles.id, userId));
  return profile;
}

/** How the table and the site call this diner. */
export async function updateFirstName(db: Database, userId: string, firstName: string): Promise<void> {
  await db.batch([
    db.update(profiles).set({ firstName }).where(eq(profiles.id, userId)),
    db.update(users).set({ firstName, userName: firstName }).where(eq(users.id, userId)),
  ]);
}
