import { backup, replay, restore } from "./backup/backup.ts";
import { demo } from "./demo/demo.ts";
import { doctor } from "./doctor/doctor.ts";
import type { Operation } from "./operation.ts";
import { exportQuiz, importQuiz } from "./quiz/import-quiz.ts";
import { report } from "./report/report.ts";

/** Operations on files of the operator's computer, so the Worker has none of their code. */
export const computerOperations: Operation[] = [doctor, report, demo, backup, restore, replay];

/** The same, of a noun that the Worker has. */
export const computerVerbs: Record<string, Operation[]> = {
  quiz: [exportQuiz, importQuiz],
};
