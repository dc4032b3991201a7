/** What the phone asks a table that is quiet, whatever it has in common. */
export const generalIcebreakers = [
  "What did you eat as a child that nobody else here has heard of?",
  "What could you talk about for half an hour, right now?",
  "Which small thing made this week better?",
  "What were you sure of at twenty?",
  "Which smell takes you back at once?",
  "What’s the best advice you never followed?",
  "What do you know about this city that no guide has?",
  "Who taught you something without knowing it?",
] as const;
