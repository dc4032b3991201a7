/** A line of `--trace-gc`: a collection in one isolate, with the used heap before and after it. */
const collection = /^\[\d+:(0x[0-9a-f]+)\]\s+\d+ ms: \D*([\d.]+) \([\d.]+\) -> ([\d.]+) /;

/** A line of `--trace-gc-verbose`: what buffers and WebAssembly hold outside the heap. */
const buffers = /^\[\d+:(0x[0-9a-f]+)\] Backing store memory:\s+(\d+) KB/;

interface HeapTrace {
  readLine(line: string): void;
  /** The isolate of the next collection is the Worker's. */
  expectWorker(): void;
}

/** Tells how much memory the Worker's isolate has: heap, buffers and WebAssembly. */
export function traceHeap(onSize: (megabytes: number) => void): HeapTrace {
  let [isolate, isExpected, buffersMb] = ["", false, 0];
  return {
    expectWorker() {
      isExpected = true;
    },
    readLine(line) {
      const [, id = "", before, after] = collection.exec(line) ?? [];
      if (isExpected && id) [isolate, isExpected] = [id, false];
      if (id && id === isolate) onSize(Math.max(Number(before), Number(after)) + buffersMb);
      const [, owner = "", kilobytes] = buffers.exec(line) ?? [];
      if (owner && owner === isolate) buffersMb = Number(kilobytes) / 1024;
    },
  };
}
