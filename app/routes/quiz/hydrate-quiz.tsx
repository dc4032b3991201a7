/** What the quiz needs besides every-page.ts: the only page that React goes on with in the browser. */
import { hydrateRoot } from "react-dom/client";
import { Quiz } from "./quiz.tsx";

const place = document.querySelector<HTMLElement>("[data-quiz]");
if (place?.dataset.quiz) hydrateRoot(place, <Quiz {...JSON.parse(place.dataset.quiz)} />);
