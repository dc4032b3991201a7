export const tableSize = 5;

/** A smaller table is dissolved when standby ends. */
export const minTableSize = 3;

/** Counts accounts that may belong to one person. With more, that person would know which of the others a sentence means. */
export const maxOfCrowdAtTable = 2;
