/** Answers about food, allergies and step-free access, which can say something about health or belief; and news. */
export const consentTopics = ["food-and-health", "news"] as const;

/** Increase it when `consentText` says something new. Everybody is then asked again. */
export const consentVersion = 2;

/** The same of the sentence beside the box for news in the settings. */
export const newsVersion = 1;

export const consentText = [
  "The next questions are about what you eat and drink, your allergies, and whether you need step-free access. Your answers can say something about your health or your beliefs, so we ask first.",
  "We use them to choose your table and to tell the restaurant what to cook. The restaurant only gets numbers for each table. Nobody at your table sees your answers; the people who run this club can.",
  "You can skip these questions and still come to dinner. If you agree, you can withdraw your consent in your settings at any time, and we’ll delete these answers.",
];

/** What the quiz shows: the text in short, and all of it to unfold. */
export const consentRequest = {
  title: "May we ask what you can eat?",
  lead: "Such answers can say something about your health or your beliefs, so we ask first.",
  lines: [
    ["What for", "A table and a menu that suit you, and step-free access if you need it."],
    ["Who sees it", "The people who run this club. The restaurant gets a count, your table nothing."],
    ["Up to you", "Skip it and still come. Withdraw it in your settings, and we delete the answers."],
  ],
  text: consentText,
};

export type ConsentRequest = typeof consentRequest;

export const consentMissingMessage = "Agree first, or skip these questions.";
