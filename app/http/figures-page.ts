/** The public page about how the dinners went; it does not exist without the setting. */
export const figuresPath = "/how-it-goes";

export const showsFigures = ({ SHOW_FIGURES }: Pick<Env, "SHOW_FIGURES">): boolean => SHOW_FIGURES === "yes";
