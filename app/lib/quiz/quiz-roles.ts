/** Questions whose answers mean more than likeness: rules of the matcher and counts for the venue. */
export const quizRoles = ["language", "diet", "allergy", "budget", "access", "age"] as const;

export type QuizRole = (typeof quizRoles)[number];

/** The last choice of these questions says that none of the others holds. */
export const rolesWithNone = ["diet", "allergy", "access"] as const satisfies QuizRole[];

export const choicesBeforeNone = <Choice>(choices: readonly Choice[]): Choice[] => choices.slice(0, -1);
