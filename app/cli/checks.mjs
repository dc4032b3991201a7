/** Checks the machine before anything starts. */
import { accessSync, constants } from "node:fs";
import { createServer } from "node:net";
import { root } from "./project.mjs";
import { exitWithError } from "./terminal-text.mjs";

export function checkNode() {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) < 20)
    exitWithError(`Öten needs Node 20 or newer, and this is Node ${version}.`);
}

export function checkWritable() {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    exitWithError(
      `Öten can't write to ${root}: it keeps its packages, its build and the local database there.`,
    );
  }
}

export async function checkPort(/** @type {number} */ port) {
  const errorCode = await new Promise((resolve) => {
    const probe = createServer()
      .once("error", (/** @type {NodeJS.ErrnoException} */ error) => resolve(error.code))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(undefined)));
  });
  if (errorCode === "EADDRINUSE")
    exitWithError(
      `Port ${port} is already in use: stop the program that uses it, or choose another port with --port.`,
    );
  if (errorCode) exitWithError(`Port ${port} can't be opened (${errorCode}): choose another with --port.`);
}
