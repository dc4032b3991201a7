import { writeCookie } from "#tests/support/cookies.ts";
import type { ScreenList } from "./screen.ts";

const figures = {
  until: { date: Date.UTC(2026, 9, 30), eventId: "" },
  isComplete: true,
  dinners: 84,
  diners: 612,
  pairs: 3_310,
  answers: 402,
  answersWithWish: 294,
  tables: 331,
  tablesBelowFloor: 12,
  worst: { score: 57.8, floor: 61.5 },
  byScore: {},
};

/** What everybody sees. */
export const publicScreens: ScreenList = {
  routes: [
    "/",
    "/*",
    "/about",
    "/contact",
    "/how-it-goes",
    "/offline",
    "/privacy",
    "/terms",
    "/who-sees-what",
  ],
  create: async (club) => [
    {
      name: "public/landing",
      route: "/",
      path: "/",
      prepare: () =>
        club.binding
          .prepare("UPDATE events SET taken = max(taken, capacity * 3 / 5) WHERE date > ?")
          .bind(Date.now())
          .run(),
    },
    {
      name: "public/landing-sign-in-first",
      route: "/",
      path: "/",
      cookie: writeCookie("notice", "sign-in-first"),
    },
    {
      name: "public/landing-menu",
      route: "/",
      path: "/",
      act: (page) => page.locator("header summary").evaluate((menu) => (menu as HTMLElement).click()),
    },
    { name: "public/offline", route: "/offline", path: "/offline" },
    { name: "public/about", route: "/about", path: "/about" },
    { name: "public/who-sees-what", route: "/who-sees-what", path: "/who-sees-what" },
    { name: "public/contact", route: "/contact", path: "/contact" },
    { name: "public/privacy", route: "/privacy", path: "/privacy" },
    { name: "public/terms", route: "/terms", path: "/terms" },
    { name: "public/how-it-goes-early", route: "/how-it-goes", path: "/how-it-goes" },
    {
      name: "public/how-it-goes",
      route: "/how-it-goes",
      path: "/how-it-goes?figures",
      prepare: () =>
        club.binding
          .prepare("INSERT OR REPLACE INTO public_figures (id, figures, counted_at) VALUES (1, ?, ?)")
          .bind(JSON.stringify(figures), Date.now())
          .run(),
    },
    { name: "public/landing-with-figures", route: "/", path: "/?figures" },
    { name: "public/not-found", route: "/*", path: "/no-such-page", status: 404 },
    { name: "public/broken-link", route: "/*", path: "/bookings/none/cancel?until=1", status: 404 },
    {
      name: "public/form-too-long",
      route: "/*",
      path: "/login",
      form: { email: "a".repeat(65 * 1024) },
      status: 413,
    },
    {
      name: "public/error",
      route: "/how-it-goes",
      path: "/how-it-goes?error",
      status: 500,
      prepare: () => club.binding.exec("ALTER TABLE public_figures RENAME TO elsewhere"),
      tidy: async () => {
        await club.binding.exec("ALTER TABLE elsewhere RENAME TO public_figures");
        await club.takeLoggedErrors();
      },
    },
  ],
};

/** Before the first dinner of a new club. */
export const newClubScreens: ScreenList = {
  routes: ["/", "/events", "/dev/outbox"],
  create: async () => [
    { name: "new-club/landing", route: "/", path: "/" },
    { name: "new-club/events", route: "/events", path: "/events" },
    { name: "new-club/outbox", route: "/dev/outbox", path: "/dev/outbox" },
  ],
};
