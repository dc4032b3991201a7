import { type ActionFunctionArgs, json, redirect } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import { requireUser } from "#app/auth/guards.server.ts";
import { readVisit } from "#app/auth/visit.server.ts";
import { loadBatched } from "#app/db/batches.ts";
import { readFormData, toStrings } from "#app/http/form-data.ts";
import { setNotice } from "#app/http/notice.ts";
import { badRequest } from "#app/http/responses.ts";
import { readOwnAvoidances, takeBackAvoidance } from "#app/models/account/avoidances.server.ts";
import { setReminders } from "#app/models/account/profiles.server.ts";
import { saveAnswers } from "#app/models/quiz/answers.server.ts";
import { readConsentState, withdrawConsent } from "#app/models/quiz/consents.server.ts";
import { nameAvoidance } from "./name-avoidance.server.ts";
import { readDietForm } from "./read-diet-form.ts";
import { settingsTop } from "./settings-top.ts";

export async function saveSettings({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const form = await readFormData(request);
  const { intent, reminders, avoided } = toStrings(form);
  switch (intent) {
    case "emails":
      await setReminders(context.db, userId, reminders === "on");
      setNotice(context, "saved");
      return redirect(settingsTop);
    case "diet":
      return saveDiet(context, { userId, form });
    case "take-back": {
      const own = await loadBatched(context, readOwnAvoidances(context.db, sql`${userId}`));
      const found = own.find(({ otherId }) => nameAvoidance(context.env, userId, otherId) === avoided);
      // Nothing to do where it was taken back in another tab.
      if (found) await takeBackAvoidance(context.db, userId, found.otherId, readVisit(request, context));
      setNotice(context, "saved");
      return redirect(settingsTop);
    }
    case "withdraw-consent":
      await withdrawConsent(context.db, userId, context.now);
      setNotice(context, "consent-withdrawn");
      return redirect(settingsTop);
    default:
      throw badRequest();
  }
}

/** Saves nothing where the consent was withdrawn meanwhile, not even that nothing was chosen: the page then asks for it. */
async function saveDiet(
  context: ActionFunctionArgs["context"],
  { userId, form }: { userId: string; form: FormData },
) {
  const { db, now } = context;
  const refuse = () => {
    setNotice(context, "consent-needed");
    return redirect(settingsTop);
  };
  const { questions, givenAt } = await loadBatched(context, readConsentState(db, sql`${userId}`));
  if (!givenAt) return refuse();
  const { typed, errors } = readDietForm(form, questions, now);
  if (Object.keys(errors).length > 0) return json({ typed, errors }, 400);
  const unsavedIds = await saveAnswers(db, userId, typed);
  if (unsavedIds.length > 0) return refuse();
  setNotice(context, "diet-saved");
  return redirect(settingsTop);
}
