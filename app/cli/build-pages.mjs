/** Does nothing where the pages are built from these sources already. */
import { buildPages } from "./prepare.mjs";

buildPages();
