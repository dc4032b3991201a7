/** All the JavaScript of a page without React. */

import { readFailureFromFragment } from "./confirmation-error.ts";
import { startCountdowns } from "./countdown.ts";
import { closeMenuByKeyboard } from "./menu.ts";
import { letPasswordsBeSeen } from "./password-toggle.ts";
import { checkAccountForms } from "./register-form.ts";
import { keepTabsTogether } from "./sync-tabs.ts";

startCountdowns();
closeMenuByKeyboard();
letPasswordsBeSeen();
checkAccountForms();
readFailureFromFragment();
keepTabsTogether();
