/** For whom the club had no seat. */
export const getsPriority = "you’ll get priority the next time you book.";
