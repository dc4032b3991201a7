export const tableSize = 5;

/** A smaller table is dissolved when standby ends. */
export const minTableSize = 3;
