/** Runs on every page. */

import { startCountdowns } from "./countdown.ts";
import { endErrorsOnInput } from "./field-errors.ts";
import { closeMenuByKeyboard } from "./menu.ts";
import { addPasswordToggles } from "./password-toggle.ts";
import { syncTabs } from "./sync-tabs.ts";

startCountdowns();
closeMenuByKeyboard();
addPasswordToggles();
endErrorsOnInput();
// Going back must not show it again.
addEventListener("pagehide", () => document.querySelector("[data-notice]")?.remove());
// The first look into the storage of the browser takes long, so it gets a task of its own.
setTimeout(syncTabs);
