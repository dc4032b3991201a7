import { eq } from "drizzle-orm";
import { users } from "#app/db/schema/account.ts";
import { bookings, pairs } from "#app/db/schema/booking.ts";
import type { DepositCause, DepositState } from "#app/lib/booking/booking-states.ts";
import { newLinkId, toLinkToken } from "#app/lib/signatures.server.ts";
import { demoDiner } from "#app/operations/demo/demo-diner.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { type SeatedDiner, startSession } from "#tests/support/seated-diners.ts";
import { payDeposit } from "./deposits.ts";
import { addBooking, addDinner, inDays, inMinutes, matchDinner, seatFive } from "./dinners.ts";
import { addPerson, type Person } from "./people.ts";
import type { Screen, ScreenList } from "./screen.ts";
import { linksOf } from "./signed-links.ts";

const dayMs = 86_400_000;

/** A booking in one state, as its list, its details and its deposit show it. */
export const bookingScreens: ScreenList = {
  routes: [
    "/bookings/:id/cancel",
    "/bookings/:id/together",
    "/friend/:token",
    "/dashboard/bookings",
    "/dashboard/bookings/:id",
    "/dashboard/bookings/:id/cancel",
    "/dashboard/bookings/:id/receipt",
    "/payment",
  ],
  async create(club) {
    const { db, binding } = club;
    const person = (options = {}) => addPerson(club, "Réka", options);
    /** By default at any price, which some dinners of the seed cater for. */
    const keepKosher = ({ userId }: Person, maxPrice = 4) =>
      binding
        .prepare(
          "UPDATE user_answers SET answer_ids = iif(question_id = 11, '[6]', ?) WHERE user_id = ? AND question_id IN (11, 15)",
        )
        .bind(`[${maxPrice}]`, userId)
        .run();
    const screens: Screen[] = [];
    const list = (name: string, { cookie }: Pick<Person, "cookie">, more: Partial<Screen> = {}) =>
      screens.push({
        name: `bookings/${name}`,
        route: "/dashboard/bookings",
        path: "/dashboard/bookings",
        cookie,
        ...more,
      });
    const details = (name: string, { cookie }: Person, id: string, more: Partial<Screen> = {}) =>
      screens.push({
        name: `details/${name}`,
        route: "/dashboard/bookings/:id",
        path: `/dashboard/bookings/${id}`,
        cookie,
        ...more,
      });
    const listAndDetails = (name: string, owner: Person, id: string) => {
      list(name, owner);
      details(name, owner, id);
    };
    const pay = (name: string, { cookie }: Person, query: string, more: Partial<Screen> = {}) =>
      screens.push({ name: `payment/${name}`, route: "/payment", path: `/payment${query}`, cookie, ...more });

    list("empty", await person());

    const pending = await person();
    const openDinner = await addDinner(club, inDays(11), { isOpen: true });
    const pendingId = await addBooking(club, pending, openDinner);
    listAndDetails("pending", pending, pendingId);

    const mustPay = await person();
    const mustPayId = await addBooking(club, mustPay, openDinner, { payBy: inMinutes(100) });
    listAndDetails("pending-must-pay", mustPay, mustPayId);
    pay("must-pay", mustPay, `?booking=${mustPayId}`);

    const unsuitedPending = await person();
    await keepKosher(unsuitedPending);
    listAndDetails("pending-diet", unsuitedPending, await addBooking(club, unsuitedPending, openDinner));

    const unsuitedAnywhere = await person();
    await keepKosher(unsuitedAnywhere, 1);
    listAndDetails(
      "pending-diet-nowhere",
      unsuitedAnywhere,
      await addBooking(club, unsuitedAnywhere, openDinner),
    );

    const asked = await person();
    const askedId = await addBooking(club, asked, openDinner);
    const friendId = await addBooking(club, await person(), openDinner);
    const askedAt = new Date();
    await db
      .insert(pairs)
      .values([askedId, friendId].map((bookingId) => ({ pairId: "pair", bookingId, askedAt })));
    listAndDetails("pending-asked", asked, askedId);
    const togetherPath = linksOf(askedId, inDays(11)).together;
    const together = (name: string, more: Partial<Screen> = {}) =>
      screens.push({
        name: `together/${name}`,
        route: "/bookings/:id/together",
        path: togetherPath,
        ...more,
      });
    together("asked");
    together("agreed", { form: { answer: "yes" } });
    details("pending-agreed", asked, askedId);
    together("both", { prepare: () => db.update(pairs).set({ agreedAt: askedAt }) });
    details("pending-together", asked, askedId);
    together("friend", { form: { answer: "no" } });
    together("too-late", { form: { answer: "yes" }, status: 409 });
    together("link", { form: { answer: "make link" } });

    const linkId = newLinkId();
    const asker = await addBooking(club, await person(), openDinner);
    await db.insert(pairs).values({ pairId: linkId, bookingId: asker, agreedAt: askedAt });
    const friend = (name: string, more: Partial<Screen> = {}) =>
      screens.push({
        name: `friend/${name}`,
        route: "/friend/:token",
        path: `/friend/${toLinkToken(emailEnv, "friend", linkId)}`,
        ...more,
      });
    friend("asked");
    friend("declined", { form: { answer: "no" } });
    friend("gone");

    const standby = await person();
    const closedDinner = await addDinner(club, inDays(2));
    const standbyId = await addBooking(club, standby, closedDinner, { standby: true, standbyReason: "full" });
    listAndDetails("standby", standby, standbyId);
    const unsuited = await person();
    await keepKosher(unsuited);
    const unsuitedId = await addBooking(club, unsuited, closedDinner, {
      standby: true,
      standbyReason: "diet",
    });
    listAndDetails("standby-diet", unsuited, unsuitedId);

    const seated = await person({ hasPhoto: true });
    const table = await seatFive(club, seated, inDays(2));
    const [seatedId = ""] = table.bookingIds;
    await payDeposit(club, seatedId);
    listAndDetails("confirmed", seated, seatedId);
    list("dialog", seated, {
      async act(page) {
        await page.waitForLoadState("networkidle");
        await page.locator("[data-details]").first().click();
        await page.locator("dialog .details-page, dialog article, dialog section").first().waitFor();
      },
    });

    const matched = await person();
    const {
      bookingIds: [matchedId = ""],
    } = await matchDinner(club, matched, inDays(2));
    details("matched", matched, matchedId);
    screens.push({
      name: "details/receipt",
      route: "/dashboard/bookings/:id/receipt",
      path: `/dashboard/bookings/${matchedId}/receipt`,
      cookie: matched.cookie,
    });

    const canceled = await person();
    const canceledId = await addBooking(club, canceled, openDinner, {
      canceled: true,
      canceledAt: new Date(),
    });
    listAndDetails("canceled", canceled, canceledId);
    const again = await person();
    await addBooking(club, again, openDinner, { canceled: true, canceledAt: new Date() });
    await addBooking(club, again, openDinner);
    list("booked-again", again);
    const byClub = await person();
    const byClubId = await addBooking(club, byClub, closedDinner, {
      canceled: true,
      canceledByClub: true,
      canceledAt: new Date(),
    });
    listAndDetails("canceled-by-club", byClub, byClubId);

    const after = await person();
    const afterTable = await seatFive(club, after, inDays(-2));
    const [afterId = ""] = afterTable.bookingIds;
    listAndDetails("day-after", after, afterId);
    const past = await person();
    const {
      bookingIds: [pastId = ""],
    } = await seatFive(club, past, inDays(-30));
    await db.update(bookings).set({ attendance: "attended" }).where(eq(bookings.id, pastId));
    listAndDetails("past", past, pastId);
    const absent = await person();
    const {
      bookingIds: [absentId = ""],
    } = await seatFive(club, absent, inDays(-3));
    await db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, absentId));
    await binding
      .prepare("INSERT INTO absences (booking_id, told_at) VALUES (?, ?)")
      .bind(absentId, Date.now() - dayMs)
      .run();
    listAndDetails("no-show", absent, absentId);

    const [demo] = await db.select({ userId: users.id }).from(users).where(eq(users.email, demoDiner.email));
    list("several", { cookie: await startSession(club, demo as SeatedDiner) });
    details("not-found", pending, "no-such-booking", { status: 404 });

    const cancel = (name: string, { cookie }: Person, id: string) =>
      screens.push({
        name: `cancel/${name}`,
        route: "/dashboard/bookings/:id/cancel",
        path: `/dashboard/bookings/${id}/cancel`,
        cookie,
      });
    cancel("free", pending, pendingId);
    cancel("paid-late", seated, seatedId);
    cancel("standby", standby, standbyId);
    cancel("nothing", canceled, canceledId);
    const tonight = await person();
    const {
      bookingIds: [tonightId = ""],
    } = await seatFive(club, tonight, inMinutes(100));
    cancel("tonight", tonight, tonightId);
    const byLink = await person();
    const byLinkPath = linksOf(await addBooking(club, byLink, openDinner), inDays(11)).cancel;
    const link = (name: string, more: Partial<Screen> = {}) =>
      screens.push({ name: `cancel/link-${name}`, route: "/bookings/:id/cancel", path: byLinkPath, ...more });
    link("free");
    link("done", { form: {} });
    link("nothing");
    list("just-canceled", pending, {
      path: `/dashboard/bookings/${await addBooking(club, pending, await addDinner(club, inDays(13), { isOpen: true }))}/cancel`,
      form: {},
      ends: "/dashboard/bookings",
    });

    const payer = await person();
    const payerId = await addBooking(club, payer, openDinner);
    const inState = (state: DepositState, cause: DepositCause | null = null) => ({
      prepare: () => payDeposit(club, payerId, state, cause),
    });
    pay("nothing", await person(), "");
    pay("to-pay", payer, "");
    pay("abandoned", payer, `?booking=${payerId}&back=unpaid`, inState("open"));
    // A page that refreshes within seconds would be gone before everything is looked at.
    pay("waiting", payer, `?booking=${payerId}&back=paid&looked=8`);
    pay("waiting-long", payer, `?booking=${payerId}&back=paid&looked=20`);
    pay("paid", payer, `?booking=${payerId}`, inState("paid"));
    pay("refunding", payer, `?booking=${payerId}`, inState("refunding", "canceled-in-time"));
    list("refunding", payer);
    pay("kept-late", payer, `?booking=${payerId}`, inState("kept", "canceled-late"));
    pay("kept-no-show", payer, `?booking=${payerId}`, inState("kept", "no-show"));
    pay("standby", standby, `?booking=${standbyId}`);
    pay("canceled", canceled, `?booking=${canceledId}`);
    pay("over", past, `?booking=${pastId}`);
    pay("deciding", after, `?booking=${afterId}`, { prepare: () => payDeposit(club, afterId) });
    pay("refunded", after, `?booking=${afterId}`, {
      prepare: () => payDeposit(club, afterId, "refunded", "dinner-over"),
    });
    return screens;
  },
};
