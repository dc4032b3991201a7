/** A value D1 takes is two megabytes at most: so many rows make one. */
export const chunk = <Row>(rows: readonly Row[], most = 500): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / most) }, (_, i) => rows.slice(i * most, (i + 1) * most));
