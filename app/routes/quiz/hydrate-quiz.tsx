/** The quiz needs this besides every-page.ts: it is the only page on which React runs in the browser. */
import { hydrateRoot } from "react-dom/client";
import { Quiz } from "./quiz.tsx";

const place = document.querySelector<HTMLElement>("[data-quiz]");
if (place?.dataset.quiz) hydrateRoot(place, <Quiz {...JSON.parse(place.dataset.quiz)} />);
