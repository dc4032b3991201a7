import { users } from "#app/db/schema.ts";
import { findUser } from "#app/models/account/find-user.server.ts";
import { findIdByPrefix, type OperationContext } from "./operation-context.ts";
import { notFoundError } from "./operation-error.ts";

export async function findUserByEmailOrId(context: OperationContext, emailOrPrefix: string) {
  const emailOrId = emailOrPrefix.includes("@")
    ? emailOrPrefix
    : await findIdByPrefix(context, users, "user", emailOrPrefix);
  const found = await findUser(context.db, emailOrId);
  if (!found)
    throw notFoundError(`There is no user ${emailOrPrefix}: type the whole email address, or the id.`);
  return found;
}
