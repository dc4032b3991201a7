import { goodAnswers, laterQuestionIds, questionIdsWithConsent } from "#tests/support/quiz.ts";
import { addPerson } from "./people.ts";
import type { Screen, ScreenList } from "./screen.ts";

/** One question of each kind. */
const kinds = { single: 1, range: 2, multiple: 5, year: 19, country: 20 };

export const quizScreens: ScreenList = {
  routes: ["/quiz", "/identity"],
  async create(club) {
    const newcomer = await addPerson(club, "Réka", { isNew: true });
    const started = await addPerson(club, "Réka", { isNew: true });
    for (const id of [1, 2, 3, 4, 5])
      await club.binding
        .prepare("INSERT INTO user_answers (user_id, question_id, answer_ids) VALUES (?, ?, ?)")
        .bind(started.userId, id, JSON.stringify(goodAnswers[id]))
        .run();
    const done = await addPerson(club);
    const doneInShort = await addPerson(club);
    await club.binding
      .prepare(`DELETE FROM user_answers WHERE user_id = ? AND question_id IN (${laterQuestionIds})`)
      .bind(doneInShort.userId)
      .run();
    const withPhoto = await addPerson(club, "Réka", { hasPhoto: true });
    const withFace = await addPerson(club, "Réka", { face: 24 });
    const withoutObject = await addPerson(club);
    const [consent = 0] = questionIdsWithConsent;

    const ask = (name: string, question: number, more: Partial<Screen> = {}): Screen => ({
      name: `quiz/${name}`,
      route: "/quiz",
      path: `/quiz?question=${question}`,
      cookie: newcomer.cookie,
      ...more,
    });
    const refuse = (name: string, question: number, answer: string, { cookie } = newcomer) =>
      ask(`${name}-error`, question, {
        cookie,
        form: { question: String(question), answer, unsaved: "{}" },
        status: 400,
      });
    return [
      ask("start", 0, { path: "/quiz" }),
      ask("single", 15),
      ask("range", kinds.range),
      ask("multiple", kinds.multiple),
      ask("year", kinds.year),
      ask("country", kinds.country, { cookie: doneInShort.cookie }),
      ask("later", 0, { path: `/quiz?only=${laterQuestionIds}`, cookie: doneInShort.cookie }),
      ask("gender", 26),
      ask("consent", consent),
      refuse("single", kinds.single, ""),
      refuse("range", kinds.range, "11"),
      refuse("multiple", kinds.multiple, ""),
      refuse("year", kinds.year, "1492"),
      refuse("country", kinds.country, "Atlantis", doneInShort),
      ask("going-on", 0, { path: "/quiz", cookie: started.cookie }),
      ask("answered-single", kinds.single, { cookie: done.cookie }),
      ask("answered-range", kinds.range, { cookie: done.cookie }),
      ask("answered-multiple", kinds.multiple, { cookie: done.cookie }),
      ask("answered-year", kinds.year, { cookie: done.cookie }),
      ask("answered-country", kinds.country, { cookie: done.cookie }),
      ask("answered-diet", consent, { cookie: done.cookie }),
      ask("last", 24, { cookie: done.cookie }),
      { name: "identity/no-photo", route: "/identity", path: "/identity", cookie: done.cookie },
      { name: "identity/photo", route: "/identity", path: "/identity", cookie: withPhoto.cookie },
      {
        name: "identity/other-faces",
        route: "/identity",
        path: "/identity",
        cookie: done.cookie,
        form: [
          ["name", "Réka"],
          ["intent", "other-faces"],
        ],
      },
      {
        name: "identity/face",
        route: "/identity",
        path: "/identity",
        cookie: withFace.cookie,
      },
      {
        name: "identity/photo-away",
        route: "/identity",
        path: "/identity",
        cookie: withoutObject.cookie,
        prepare: () =>
          club.binding
            .prepare("UPDATE profiles SET avatar_url = id || '/gone.jpg' WHERE id = ?")
            .bind(withoutObject.userId)
            .run(),
      },
      {
        name: "identity/error",
        route: "/identity",
        path: "/identity",
        cookie: done.cookie,
        form: { name: " " },
        status: 400,
      },
    ];
  },
};
