/** Tells everybody how the dinners went; without the setting it does not exist. */
export const figuresPath = "/how-it-goes";

export const showsFigures = ({ SHOW_FIGURES }: Pick<Env, "SHOW_FIGURES">): boolean => SHOW_FIGURES === "yes";
