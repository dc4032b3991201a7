import { sign } from "#app/lib/signatures.server.ts";

/** An IPv4 address, or the first half of an IPv6 address: every customer of a provider has all of the second half. */
export function readNetwork(request: Request): string {
  const address = request.headers.get("CF-Connecting-IP") ?? "unknown";
  const embedded = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (embedded) return embedded;
  return address.includes(":") ? `${expandIpv6(address).slice(0, 4).join(":")}::/64` : address;
}

/** The range that one customer of a provider often has: 256 IPv4 addresses, or 65,536 of the networks above. */
function readWideNetwork(request: Request): string {
  const network = readNetwork(request);
  const parts = network.split(/[.:]/).slice(0, 3);
  return network.includes(".") ? `${parts.join(".")}.0/24` : `${parts.join(":")}::/48`;
}

export const hashWideNetwork = (request: Request, env: Env) =>
  sign(env, "wide network", readWideNetwork(request));

/** It is wide, because a phone keeps getting other addresses of an IPv4 network. */
export function readHome(request: Request): string {
  const network = readNetwork(request);
  return network.includes(".") ? readWideNetwork(request) : network;
}

function expandIpv6(address: string): string[] {
  const [start = "", end = ""] = address.toLowerCase().split("::");
  const [before, after] = [start, end].map((part) => part.split(":").filter(Boolean)) as [string[], string[]];
  const zeros = address.includes("::") ? Math.max(0, 8 - before.length - after.length) : 0;
  return [...before, ...Array<string>(zeros).fill("0"), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ""),
  );
}
