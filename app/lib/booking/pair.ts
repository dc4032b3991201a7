interface Pair {
  firstName: string;
  hasAgreed: boolean;
  hasOtherAgreed: boolean;
}

/** As one of both reads it. What the other one has not said is not told from what they won't say. */
export const describePair = ({ firstName, hasAgreed, hasOtherAgreed }: Pair): string =>
  !hasAgreed
    ? `Would you like to sit at one table with ${firstName}?`
    : hasOtherAgreed
      ? `You and ${firstName} ask for one table: you both get seats at one, or you’re both on standby.`
      : `You’d like to sit at one table with ${firstName}. We do it if they say yes, too.`;
