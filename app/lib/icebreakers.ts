/**
 * A question to the whole table for each phrase that a table may read about itself. A phrase without one, of a question that
 * a club added, leaves its place to a general one.
 */
const questionsByPhrase: Record<string, string> = {
  "would like to laugh until it hurts": "When did you last laugh so hard that you had to leave the room?",
  "would like one conversation that goes deep":
    "What have you changed your mind about in the last few years?",
  "would like to meet someone quite unlike them": "Whose job or life would you swap with for a month?",
  "came for good food": "What is the best thing you have eaten this year?",

  "laugh at dry remarks": "Who is the driest person you know, and what did they say last?",
  "laugh at puns, the worse the better": "What is the worst pun you are proud of?",
  "laugh at the absurd": "What is the most absurd thing that happened to you on an ordinary day?",
  "laugh at stories that really happened": "Which story do your friends make you tell again and again?",
  "laugh at themselves": "What is the best mistake you ever made?",
  "laugh at dark humour": "Which joke should nobody tell at a dinner, and who goes first?",
  "laugh when others do": "Who makes you laugh without trying to?",

  "are glad of their bed by midnight": "What does a perfect slow morning look like?",
  "ask where to go next at midnight": "Where in this city do you go after midnight?",

  "could talk about films until they close": "Which film have you seen more often than any other?",
  "could talk about books until they close": "Which book do you keep giving to other people?",
  "could talk about music until they close": "Which song would you play to everybody here, right now?",
  "could talk about sport until they close": "Which match or race do you still talk about?",
  "could talk about travel until they close": "Where did you get lost, and what did you find?",
  "could talk about cooking until they close": "What do you cook when nobody is watching?",
  "could talk about science until they close": "Which discovery do you wish you had made?",
  "could talk about technology until they close":
    "Which gadget could you not give back, and which should go?",
  "could talk about history until they close": "Which day in history would you watch from a balcony?",
  "could talk about art and design until they close":
    "Which picture would you hang at home if you could take it?",
  "could talk about theatre until they close": "Which evening at a theatre have you never forgotten?",
  "could talk about nature until they close": "Which place outdoors do you go back to?",
  "could talk about animals until they close": "Which animal would you like to understand for an hour?",
  "could talk about business until they close": "Which idea should somebody finally start a company for?",
  "could talk about psychology until they close": "Which habit of people puzzles you most?",
  "could talk about big questions until they close":
    "Which question would you ask somebody who knows everything?",
  "could talk about family until they close": "Which saying of your family do you catch yourself repeating?",
  "could talk about cities until they close": "Which street of this city would you show a stranger first?",
  "could talk about games until they close": "Which game do you refuse to lose?",
  "could talk about learning languages until they close":
    "Which word of another language is missing from yours?",

  "ask how others came to think so": "What would you like to ask somebody who thinks the opposite of you?",
  "say what they think": "What does everybody praise that you can’t stand?",
  "let things pass at dinner": "What used to annoy you, and doesn’t any more?",
  "enjoy an argument": "Which harmless opinion would you defend all evening?",

  "decide on the day": "What is the best thing you did without any plan?",
  "have it all in the calendar": "What is the next thing in your calendar that you look forward to?",

  "walk until the city ends on a free Sunday": "What is the longest walk you ever took?",
  "go to a museum, a film or a concert on a free Sunday": "What should everybody here see before it closes?",
  "want people on a free Sunday": "What does your perfect Sunday with friends look like?",
  "want a book and nobody on a free Sunday": "Where is your favorite place to be left alone?",
  "make or mend something on a free Sunday": "What is the last thing you made or mended yourself?",

  "like what they know": "What have you done the same way for years, and why?",
  "do things for the first time all the time": "What did you do for the first time this year?",

  "look for kindness first": "What is the kindest thing a stranger ever did for you?",
  "look for wit first": "Who is the wittiest person you ever met?",
  "look for honesty first": "Which honest answer did you need to hear?",
  "look for curiosity first": "What are you trying to find out at the moment?",
  "look for calm first": "Where do you go when everything is too loud?",
  "look for drive first": "What would you start tomorrow if you couldn’t fail?",

  "like it mild": "Which plain dish could you eat every day?",
  "like it hot": "What is the hottest thing you ever ate, and was it worth it?",

  "order what they know": "Which dish do you order whenever you see it?",
  "order what they have never heard of": "What is the strangest thing you ever ordered?",

  "like a plate each": "Which dish would you share with nobody?",
  "like everything in the middle": "If this table shared one more dish, which would it be?",
  "let others taste from their plate": "Which dish did you only discover on somebody else’s plate?",

  "cook, and enjoy it": "Which dish are you known for?",
  "cook, since they have to": "What is your quickest dinner that still tastes good?",
  "are cooked for": "Whose cooking do you miss?",
  "eat out or order in": "Which restaurant should everybody here know?",

  "are only visiting": "What surprised you most about this city?",
  "moved to where they live less than a year ago": "What has your new city taught you already?",
  "have lived in one place for a few years": "When did your city begin to feel like yours?",
  "have lived in one place for ten years or more": "Which place that is gone do you miss in your city?",
  "have lived in one place all their lives": "What does everybody who moves here get wrong?",
};

const generalQuestions = [
  "What did you eat as a child that nobody else here has heard of?",
  "What could you talk about for half an hour without preparing?",
  "Which small thing made this week better?",
  "What were you sure of at twenty?",
  "Which smell takes you back at once?",
  "What is the best advice you never followed?",
  "What do you know about this city that no guide has?",
  "Who taught you something without knowing it?",
];

const icebreakerCount = 5;

/** "Most of you could talk about books until they close." */
const readPhrase = (sentence: string) => /^(?:Most|All five) of you (.+)\.$/.exec(sentence)?.[1] ?? "";

export const findIcebreaker = (phrase: string): string | undefined =>
  Object.hasOwn(questionsByPhrase, phrase) ? questionsByPhrase[phrase] : undefined;

/**
 * Made from the sentences that the table reads anyway, so they reveal nothing more. All diners of a table get the same, and
 * tables beside each other different general ones.
 */
export function listIcebreakers(shares: readonly string[], tableNumber: number): string[] {
  const own = shares.flatMap((sentence) => findIcebreaker(readPhrase(sentence)) ?? []);
  const first = (tableNumber * 3) % generalQuestions.length;
  const general = [...generalQuestions.slice(first), ...generalQuestions.slice(0, first)];
  return [...own, ...general].slice(0, icebreakerCount);
}
