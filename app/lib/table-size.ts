export const tableSize = 5;
