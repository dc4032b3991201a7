import { Avatar } from "#app/components/avatar.tsx";
import { PlatesAndCandle } from "#app/components/table-drawing.tsx";

export interface TableMate {
  name: string;
  photo: string | null;
}

/** Your own seat is at the bottom, the others follow clockwise. */
const seatClasses = [
  "bottom-0 left-1/2 -translate-x-1/2",
  "left-0 top-[46%]",
  "left-[12%] top-0",
  "right-[12%] top-0",
  "right-0 top-[46%]",
];

export function TableMates({ tableMates }: { tableMates: TableMate[] }) {
  return (
    <div className="relative mx-auto h-[23rem] w-full max-w-[21rem]">
      <svg
        viewBox="20 20 60 60"
        aria-hidden="true"
        className="absolute top-[27%] left-1/2 size-32 -translate-x-1/2 text-line-strong"
      >
        <circle cx="50" cy="50" r="25" fill="none" stroke="currentColor" />
        <PlatesAndCandle />
      </svg>
      <ul>
        {tableMates.map(({ name, photo }, i) => (
          <li
            key={seatClasses[i]}
            className={`absolute grid w-20 justify-items-center gap-1 ${seatClasses[i]}`}
          >
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
