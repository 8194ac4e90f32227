/** The texts of the chosen language. There is only English now. */

import { en, type Words } from "./en";

export const t: Words = en;
