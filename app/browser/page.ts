/** All the JavaScript of a page without React. */
import { checkAccountForms } from "./account-forms.ts";
import { startCountdowns } from "./countdown.ts";
import { readFailureFromFragment } from "./email-confirmed.ts";
import { closeMenuByKeyboard } from "./menu.ts";
import { letPasswordsBeSeen } from "./password.ts";
import { keepTabsTogether } from "./session.ts";

startCountdowns();
closeMenuByKeyboard();
letPasswordsBeSeen();
checkAccountForms();
readFailureFromFragment();
keepTabsTogether();
