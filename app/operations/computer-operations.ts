import { backup, replay, restore } from "./backup/backup.ts";
import { demo } from "./demo/demo.ts";
import { doctor } from "./doctor/doctor.ts";
import type { Operation } from "./operation.ts";
import { exportQuiz, importQuiz } from "./quiz/import-quiz.ts";
import { report } from "./report/report.ts";

/** More operations of a noun. */
export const computerVerbs: Record<string, Operation[]> = { quiz: [exportQuiz, importQuiz] };

/** Operations on files of the operator's computer, so the Worker has none of their code. */
export const computerOperations: Operation[] = [doctor, report, demo, backup, restore, replay];
