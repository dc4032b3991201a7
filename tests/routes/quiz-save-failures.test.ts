import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { openCookies } from "#app/http/cookies.ts";
import type { QuizFormError } from "#app/lib/quiz/quiz-form.ts";
import { action } from "#app/routes/quiz/route.tsx";
import { signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";
import { createAnswerRequest, loadAnswers } from "#tests/support/quiz.ts";

const club = openClub();

type Fault = "before" | "after" | "never";

/** A real database whose second batch, the one that saves the answers, fails. */
function breakSecondBatch(binding: D1Database, fault: Fault): D1Database {
  let batches = 0;
  return new Proxy(binding, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "batch") return typeof value === "function" ? value.bind(target) : value;
      return async (statements: D1PreparedStatement[]) => {
        if (++batches !== 2) return target.batch(statements);
        if (fault === "never") return new Promise(() => {});
        if (fault === "after") await target.batch(statements);
        throw new Error("D1_ERROR: Network connection lost.");
      };
    },
  });
}

test.each<Fault>(["before", "after", "never"])(
  "loses and duplicates no answer when the database fails (%s saving)",
  async (fault) => {
    const email = `${fault}@oten.example`;
    const cookie = await signUp(club, email);
    const send = async (database: D1Database, init: RequestInit) => {
      const request = new Request(`${club.url}/quiz`, { ...init, headers: { Cookie: cookie } });
      const cookies = await openCookies(request, emailEnv);
      const context = { db: openDatabase(database), now: new Date(), cookies };
      return action({ request, context, params: {} } as unknown as ActionFunctionArgs);
    };

    const failed = await send(breakSecondBatch(club.binding, fault), createAnswerRequest(1, [2]));
    expect(failed.status).toBe(503);
    const { at, unsaved, message } = (await failed.json()) as QuizFormError;
    expect({ at, unsaved, message }).toEqual({
      at: 2,
      unsaved: { 1: [2] },
      message: "Your answer could not be saved. Please try again!",
    });
    expect(takeConsoleErrors()).toHaveLength(1);

    const saved = await send(club.binding, createAnswerRequest(2, [7], { unsaved: JSON.stringify(unsaved) }));
    expect(saved.headers.get("Location")).toBe("/quiz?question=3");
    expect(await loadAnswers(club, email)).toEqual({ 1: [2], 2: [7] });
  },
);
