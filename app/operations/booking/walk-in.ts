import * as z from "zod";
import { personName } from "#app/lib/account/person.ts";
import { eveningWindows, isOpen } from "#app/lib/event/event-times.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { addWalkIn, hasSeatForWalkIn, removeWalkIn } from "#app/models/host/walk-ins.server.ts";
import { describeEvent, findEventWithTables } from "#app/operations/event/find-event.ts";
import { id, tableNumber } from "#app/operations/inputs.ts";
import {
  defineOperation,
  notFoundError,
  type OperationContext,
  type OptionHelp,
  refusedError,
} from "#app/operations/operation.ts";
import { joinNames } from "#app/operations/words.ts";

const options: Record<"event" | "table" | "firstName", OptionHelp> = {
  event: ["<event>", "the event"],
  table: ["<number>", "the table"],
  firstName: ["<name>", "as the host will read it"],
};

const input = z.object({
  event: id,
  table: tableNumber,
  firstName: personName.pipe(z.string().min(1, "is empty")),
});

async function findTable(context: OperationContext, prefix: string, number: number) {
  const event = await findEventWithTables(context, prefix);
  const table = (await listTables(context.db, event.id)).find((each) => each.number === number);
  if (!table) throw notFoundError(`There is no table ${number}.`);
  return { event, table };
}

export const addWalkInOperation = defineOperation({
  verb: "walk-in",
  description:
    "Gives an empty seat to somebody at the door who has no booking, from three hours before the dinner until three hours after it began. They need no account, and their first name is deleted a day later.",
  example: "booking walk-in --event 3f2a91bc --table 4 --first-name Lili",
  concerns: "nobody",
  deskRole: "door",
  options,
  changesData: true,
  input,
  async run(context, { event: prefix, table: number, firstName }) {
    const { db, now, operator } = context;
    const { event, table } = await findTable(context, prefix, number);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (!isOpen(eveningWindows.walkIn, event.date, now))
      throw refusedError(
        "Seats are given at the door from three hours before the dinner until three hours after it began.",
      );
    if (table.closedToNewcomersAt) throw refusedError(`The host lets nobody new sit at table ${number}.`);
    if (table.closedAt) throw refusedError(`Table ${number} is closed.`);
    const fullError = () =>
      refusedError(`Table ${number} has no free seat: event seats shows those that are empty.`);
    if (!(await hasSeatForWalkIn(db, table.id, now))) throw fullError();
    const names = [...table.diners.map((diner) => diner.name), ...table.walkIns];
    return {
      summary: `give ${firstName} a seat at table ${number}, ${table.venueName}`,
      details: [
        names.length > 0
          ? `${joinNames(names)} ${names.length === 1 ? "sits" : "sit"} there.`
          : "Nobody sits there yet.",
        "We don’t know what they eat: tell the kitchen.",
      ],
      canBeUndone: true,
      async apply() {
        const walkIn = { id: crypto.randomUUID(), tableId: table.id, firstName, operator, now };
        if (!(await addWalkIn(db, walkIn))) throw fullError();
        return {
          message: `${firstName} sits at table ${number}. booking walk-in-remove takes it back.`,
          data: { id: walkIn.id, table: number },
        };
      },
    };
  },
});

export const removeWalkInOperation = defineOperation({
  verb: "walk-in-remove",
  description: "Takes back the seat that booking walk-in gave.",
  example: "booking walk-in-remove --event 3f2a91bc --table 4 --first-name Lili",
  concerns: "nobody",
  deskRole: "door",
  options,
  changesData: true,
  input,
  async run(context, { event: prefix, table: number, firstName }) {
    const { table } = await findTable(context, prefix, number);
    const missingError = () => refusedError(`No walk-in ${firstName} sits at table ${number}.`);
    if (!table.walkIns.includes(firstName)) throw missingError();
    return {
      summary: `take back the seat of ${firstName} at table ${number}`,
      canBeUndone: true,
      async apply() {
        if (!(await removeWalkIn(context.db, { tableId: table.id, firstName }))) throw missingError();
        return { message: `The seat at table ${number} is free again.`, data: { table: number } };
      },
    };
  },
});
