/** Does nothing if the pages have already been built from these sources. */
import { buildPages } from "./prepare.mjs";

buildPages();
