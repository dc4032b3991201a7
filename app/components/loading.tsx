import { Table, tables } from "./table-drawing.tsx";

export function Loading() {
  return (
    <div role="status" className="grid justify-items-center gap-4 py-16 text-ink-2">
      <Table seats={tables.confirmed} waiting className="size-20" />
      <p>Loading...</p>
    </div>
  );
}
