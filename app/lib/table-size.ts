export const tableSize = 5;

interface SeatedTable {
  closedAt: Date | null;
  diners: readonly unknown[];
  walkIns: readonly unknown[];
}

export const countFreeSeats = ({ closedAt, diners, walkIns }: SeatedTable): number =>
  closedAt ? 0 : Math.max(0, tableSize - diners.length - walkIns.length);

/** A smaller table is dissolved when standby ends. */
export const minTableSize = 3;

/** Counts accounts that may belong to one person. With more, that person would know which of the others a sentence means. */
export const maxOfCrowdAtTable = 2;
