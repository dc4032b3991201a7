/** Code imports `#club`: in the built Worker `.club/club.js`, made of `[club]` in club.toml; everywhere else this file. */
export interface Club {
  name: string;
  /** The name in lower case without accents, for names of files. */
  fileName: string;
  /** Stands beside the name; empty if there is none. */
  sentence: string;
  madeIn: string;
  city: string;
  /** The time zone of visitors whose own is unknown. */
  timeZone: string;
  /** What the name means; empty if there is nothing to say. */
  nameMeans: string;
  /** Null if the pages say nothing of it. */
  idea: Idea | null;
  /** Who is responsible for the club; null if it doesn't say. */
  responsible: { name: string; address: string; email: string } | null;
  /** Who runs the club, as visitors meet them; null if it doesn't say. The sample club's is made up. */
  person: {
    name: string /** The seed of a drawn face. */;
    face: number;
    says: string;
    speaks: boolean;
  } | null;
  /** To the club's pages elsewhere. */
  links: { label: string; href: string }[];
  /** What the privacy page must say of this club besides. */
  privacy: string[];
  colors: ClubColors;
  /** The address of its own drawing; null if it has the table of five. */
  mark: string | null;
  /** The landing page's own photograph, with its sizes as in `srcset`; null if it has the laid table. */
  picture: { jpeg: string; tall: string; wide: string; alt: string } | null;
  texts: Record<TextName, string>;
}

interface Idea {
  /** On the landing page. */
  lead: string;
  /** On the page about the club. */
  about: string;
  /** As in a dictionary. */
  words: { word: string; grammar: string; meanings: string[] }[];
}

/** Those that emails have. Pages have theirs in app/styles/tokens.css. */
interface ClubColors {
  accent: string;
  ground: string;
  /** "You", on the ground. */
  you: string;
}

export type TextName = keyof typeof defaultTexts;

/** What a club can write in its own words. Words in braces stand for what the reader's page or email knows. */
export const defaultTexts = {
  "landing-headline": "Take a break from screens. Connect with real people.",
  "landing-lead": "Meet 5 strangers over a dinner table tonight.",
  "landing-quiz": "Take our personality quiz to find your perfect dinner companions.",
  "landing-arrival": "Ask for the {club} table. Its number is on your phone.",
  "landing-closing": "Make real connections over real food",
  "about-lead": "{club} is a dinner club from {city}.",
  "price-before": "Normal price",
  "price-now": "Free",
  "price-badge": "For a limited time",
  "contact-lead": "Write to us, or find your answer below.",
  "terms-lead": "Our rules, as short as we could make them.",
  "confirm-email-subject": "Confirm your email",
  "booking-received-subject": "You’re on the list for {day}",
  "booking-received-line": "Thank you for booking.",
  "booking-confirmed-subject": "Your table is ready",
  "booking-confirmed-line": "Your booking is confirmed: five of you, one table.",
  "reminder-subject": "You’re at {restaurant} on {weekday}",
  "reminder-line": "See you on {weekday}.",
  "how-was-it-subject": "How was it, {first name}?",
};

export const club: Club = {
  name: "Öten",
  fileName: "oten",
  sentence: "Revolution of Friends Making",
  madeIn: "Made in Budapest",
  city: "Budapest",
  timeZone: "Europe/Budapest",
  nameMeans: "The name is Hungarian for “the five of us.”",
  idea: {
    lead: "Öten is inspired by gokon, the Japanese group dinner where people meet for the first time.",
    about:
      "In Japan, a gokon is a dinner where two groups of friends meet for the first time. We kept the dinner and left the rest open: friends, work, love, or just a good evening.",
    words: [
      {
        word: "gokon",
        grammar: "noun, Japanese",
        meanings: [
          "A dinner where two groups of friends meet for the first time.",
          "A way to meet as a group, so that nobody has to keep the conversation going alone.",
        ],
      },
      {
        word: "öten",
        grammar: "numeral adverb, Hungarian",
        meanings: ["The five of us.", "Everybody at our table."],
      },
    ],
  },
  responsible: null,
  person: {
    name: "Cili",
    face: 66,
    says: "I like the first ten minutes best: five people find out that all the others were nervous, too.",
    speaks: true,
  },
  links: [],
  privacy: [],
  colors: { accent: "#c13b2a", ground: "#1f4d3f", you: "#f0836b" },
  mark: null,
  picture: null,
  texts: defaultTexts,
};
