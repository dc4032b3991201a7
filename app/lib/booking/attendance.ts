export const reportSources = ["diner", "host", "mate", "operator"] as const;

export type ReportSource = (typeof reportSources)[number];

export const lateMinutes = [10, 20, 30] as const;
