import { expect, test } from "vitest";
import { readNetwork } from "#app/http/network.ts";

const networkOf = (address: string) =>
  readNetwork(new Request("https://oten.example", { headers: { "CF-Connecting-IP": address } }));

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002::9", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::2:3", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
])("counts %s as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("counts requests without an address as one", () => {
  expect(readNetwork(new Request("https://oten.example"))).toBe("unknown");
});
