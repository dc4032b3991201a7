/** All the JavaScript of a page without React. */
import { checkAccountForms } from "./account-forms.ts";
import { startCountdowns } from "./countdown.ts";
import { readFailureFromFragment } from "./email-confirmed.ts";
import { closeMenuOnEscape } from "./menu.ts";
import { letPasswordsBeSeen } from "./password.ts";
import { keepTabsTogether } from "./session.ts";

startCountdowns();
closeMenuOnEscape();
letPasswordsBeSeen();
checkAccountForms();
readFailureFromFragment();
keepTabsTogether();
