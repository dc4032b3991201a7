/** Runs on the pages of diners and hosts, besides every-page.ts. */

import { sendUnsaved } from "#app/lib/quiz/unsaved-answers.ts";
import { uncheckExcludedChoices } from "./exclusive-choice.ts";
import { focusMessage } from "./focus-message.ts";
import { showOpenRow } from "./open-row.ts";
import { watchWaiting } from "./waiting.ts";

uncheckExcludedChoices();
focusMessage();
showOpenRow();
watchWaiting();
if (!document.querySelector("[data-quiz]")) sendUnsaved();
