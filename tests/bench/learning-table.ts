import type { LearningRow } from "./learning-figures.ts";
import { renderTable } from "./render-table.ts";

export const renderLearningTable = (rows: LearningRow[]): string =>
  renderTable(
    ["What", "Target", "All clubs together", "Worst club", "Reached"],
    rows.map(({ what, target, overall, worst, isReached }) => [
      what,
      target,
      formatShare(overall),
      formatShare(worst),
      target === "for comparison" ? "" : isReached ? "yes" : "**no**",
    ]),
  );

export const formatShare = (share: number) =>
  `${(100 * share).toLocaleString("en-US", { maximumFractionDigits: 1 })} %`;
