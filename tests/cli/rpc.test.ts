import { AssertionError } from "node:assert";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockClub, lockClubOrFindAddress, type RpcAddress } from "#app/cli/club-lock.ts";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { connectRpc, startRpcServer } from "#app/cli/rpc.ts";

type Bindings = Pick<Env, "DB" | "AVATARS">;

async function connectTo(bindings: Bindings): Promise<Bindings> {
  const folder = mkdtempSync(join(tmpdir(), "oten-rpc-"));
  const lock = lockClub(folder);
  onTestFinished(() => {
    lock?.release();
    rmSync(folder, { recursive: true });
  });
  if (lock) await startRpcServer(lock, bindings);
  return connectRpc((await lockClubOrFindAddress(folder, 0)) as RpcAddress);
}

const brokenConnection =
  /^The running club did not answer( \(\w+\))?\. Look whether the change was made before you run the command again\.$/;

test("a command hears in a sentence that the database of the running club is gone, and what was wrong with its statement", async () => {
  const worker = createLocalWorker({ vars: {}, withoutAssets: true, script: "export default {}" });
  const { DB } = await connectTo(await worker.getBindings<Bindings>());
  expect(await DB.prepare("SELECT 1 AS one").all()).toMatchObject({ results: [{ one: 1 }] });
  await expect(DB.prepare("SELECT absent FROM sqlite_master").all()).rejects.toThrow(
    "no such column: absent",
  );
  await worker.dispose();
  await expect(DB.prepare("SELECT 1 AS one").all()).rejects.toThrow(brokenConnection);
});

test("an assertion of the HTTP client between the club and its database becomes a sentence", async () => {
  const prepare = () => {
    throw new AssertionError({ message: "false == true" });
  };
  const { DB } = await connectTo({ DB: { prepare } as unknown as D1Database } as Bindings);
  await expect(DB.prepare("SELECT 1").all()).rejects.toThrow(brokenConnection);
});

test("a command hears in a sentence that the running club closed the connection", async () => {
  const server = createServer((request) => request.socket.destroy()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { DB } = connectRpc({ url: `http://127.0.0.1:${port}`, token: "any", vars: {} });
  await expect(DB.prepare("SELECT 1").all()).rejects.toThrow(brokenConnection);
});
