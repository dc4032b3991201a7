/** All the JavaScript of a page without React. */
import { startCountdowns } from "./countdown.ts";
import { closeMenuOnEscape } from "./menu.ts";

startCountdowns();
closeMenuOnEscape();
