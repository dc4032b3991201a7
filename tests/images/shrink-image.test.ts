import { expect, test, vi } from "vitest";
import { cleanImage, shrinkImage } from "#app/images/clean-image.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";

test("gives up where Cloudflare's Images do not answer in time", async () => {
  const image = cleanImage(new Uint8Array(await createPhoto().jpeg().toBuffer()));
  if (typeof image === "string") throw new Error(image);
  const handle = { transform: () => handle, output: () => new Promise(() => {}) };
  const silent = { input: () => handle } as unknown as ImagesBinding;
  vi.useFakeTimers();
  try {
    const given = expect(shrinkImage(silent, image)).rejects.toThrow("No answer within 8000 ms");
    await vi.advanceTimersByTimeAsync(10_000);
    await given;
  } finally {
    vi.useRealTimers();
  }
});
