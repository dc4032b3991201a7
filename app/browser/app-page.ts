/** Runs on the pages of diners and hosts, besides every-page.ts. */

import { uncheckExcludedChoices } from "./exclusive-choice.ts";
import { focusMessage } from "./focus-message.ts";
import { showOpenRow } from "./open-row.ts";
import { watchWaiting } from "./waiting.ts";

uncheckExcludedChoices();
focusMessage();
showOpenRow();
watchWaiting();
