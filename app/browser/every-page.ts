/** Runs on every page. */

import { showConfirmationError } from "./confirmation-error.ts";
import { startCountdowns } from "./countdown.ts";
import { uncheckExcludedChoices } from "./exclusive-choice.ts";
import { endErrorsOnInput } from "./field-errors.ts";
import { focusMessage } from "./focus-message.ts";
import { closeMenuByKeyboard } from "./menu.ts";
import { showOpenRow } from "./open-row.ts";
import { addPasswordToggles } from "./password-toggle.ts";
import { validateRegisterForm } from "./register-form.ts";
import { syncTabs } from "./sync-tabs.ts";
import { watchWaiting } from "./waiting.ts";

startCountdowns();
closeMenuByKeyboard();
addPasswordToggles();
endErrorsOnInput();
uncheckExcludedChoices();
validateRegisterForm();
showConfirmationError();
focusMessage();
showOpenRow();
watchWaiting();
// Going back must not show it again.
addEventListener("pagehide", () => document.querySelector("[data-notice]")?.remove());
// The first look into the storage of the browser takes long, so it gets a task of its own.
setTimeout(syncTabs);
