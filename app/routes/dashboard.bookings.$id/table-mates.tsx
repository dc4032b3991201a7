import { Avatar } from "#app/components/avatar.tsx";
import { LaidTable } from "#app/components/table-drawing.tsx";

export interface Diner {
  name: string;
  photo: string | null;
}

/** Around the table as the mark has it: yours at the bottom, the others clockwise. */
const places = [
  "bottom-0 left-1/2 -translate-x-1/2",
  "left-0 top-[46%]",
  "left-[12%] top-0",
  "right-[12%] top-0",
  "right-0 top-[46%]",
];

export function Party({ diners }: { diners: Diner[] }) {
  return (
    <div className="relative mx-auto h-[23rem] w-full max-w-[21rem]">
      <LaidTable className="absolute top-[27%] left-1/2 size-32 -translate-x-1/2 text-line-strong" />
      <ul>
        {diners.map(({ name, photo }, i) => (
          <li key={places[i]} className={`absolute grid w-20 justify-items-center gap-1 ${places[i]}`}>
            <Avatar
              src={photo}
              name=""
              className={`size-16 ${name === "You" ? "outline-2 outline-offset-2 outline-paprika" : ""}`}
            />
            <span className="max-w-24 truncate px-1 text-label font-strong">{name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
