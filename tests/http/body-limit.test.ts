import { expect, test } from "vitest";
import { limitBody } from "#app/http/request-rules.ts";

const boundary = "x";
const photoHeader = `--${boundary}\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n`;
const nameHeader = `\r\n--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n`;
const formEnd = `\r\n--${boundary}--\r\n`;

/** As a slow connection brings it. */
function toRequest(chunks: Uint8Array[]): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
  return new Request("http://localhost/identity", {
    method: "POST",
    body,
    headers,
    duplex: "half",
  } as RequestInit);
}

test.each([
  ["before the name", 0],
  ["in the header of the name", 30],
  ["in the name", nameHeader.length + 3],
  ["after the name", nameHeader.length + 7],
])("keeps the name where a photo becomes too large %s", async (_, endBytes) => {
  const end = Buffer.from(`${nameHeader}Szilvi${formEnd}`);
  const start = Buffer.from(photoHeader);
  const photo = new Uint8Array(6 * 2 ** 20 - start.length - endBytes);
  let isTooLarge = false;
  const limited = await limitBody(
    toRequest([start, photo, end.subarray(0, endBytes), end.subarray(endBytes)]),
    {
      checkSender: async () => "allowed",
      onPhotoTooLarge() {
        isTooLarge = true;
      },
      onFormTooLong() {},
    },
  );
  expect(isTooLarge).toBe(true);
  expect(await limited.text()).toBe("name=Szilvi");
});
