export const tableSize = 5;

/** A smaller table is dissolved when standby ends. */
export const minTableSize = 3;

/** Of accounts that may be one person's: with more, that person would know whom of the others a sentence means. */
export const maxOfCrowdAtTable = 2;
