import { tableSize } from "#app/lib/table-size.ts";
import { club } from "#club";

/** In degrees, clockwise from the bottom, where the viewer sits. */
const seatAngles = Array.from({ length: tableSize }, (_, i) => 90 + (360 / tableSize) * i);

export function seatPositions(radius: number) {
  return seatAngles.map((angle) => {
    const radians = (angle * Math.PI) / 180;
    const round = (n: number) => Math.round(n * 100) / 100;
    return { x: round(50 + radius * Math.cos(radians)), y: round(50 + radius * Math.sin(radians)) };
  });
}

const logoSeats = seatPositions(38);
const tableSeats = seatPositions(40);

export const yourSeatClass = "fill-(--you,var(--color-paprika))";

export function LogoMark({ className }: { className?: string }) {
  if (club.mark) return <img src={club.mark} alt="" width="34" height="34" className={className} />;
  return (
    <svg viewBox="0 0 100 100" width="34" height="34" aria-hidden="true" className={className}>
      <circle cx="50" cy="50" r="19" fill="none" stroke="currentColor" strokeWidth="5" />
      {logoSeats.map(({ x, y }, i) => (
        <circle key={x} cx={x} cy={y} r="9.2" className={i === 0 ? yourSeatClass : "fill-current"} />
      ))}
    </svg>
  );
}

/** An offered seat is the viewer's to take, or was theirs. */
export type Seat = "you" | "taken" | "free" | "offered";

export const bookingSeats = {
  pending: seatsWithTaken(0),
  confirmed: seatsWithTaken(tableSize - 1),
  canceled: seatAngles.map((_, i): Seat => (i === 0 ? "offered" : "free")),
};

export function seatsWithTaken(count: number): Seat[] {
  return seatAngles.map((_, i) => (i === 0 ? "you" : i <= count ? "taken" : "free"));
}

interface TableDrawingProps {
  seats: Seat[];
  className?: string;
  stroke?: number;
  /** Draws plates and a candle. */
  isLaid?: boolean;
  /** Lights up the seats one after the other. */
  isLoading?: boolean;
}

export const TableDrawing = ({
  seats,
  className = "",
  stroke = 1.5,
  isLaid = false,
  isLoading = false,
}: TableDrawingProps) => (
  <svg
    viewBox="0 0 100 100"
    width="88"
    height="88"
    aria-hidden="true"
    className={isLoading ? `table-waiting ${className}` : className}
  >
    <TableAndSeats seats={seats} stroke={stroke} />
    {isLaid && <PlatesAndCandle />}
  </svg>
);

const TableAndSeats = ({ seats, stroke }: Required<Pick<TableDrawingProps, "seats" | "stroke">>) => (
  <>
    <circle cx="50" cy="50" r="25" fill="none" stroke="currentColor" strokeWidth={stroke} />
    {tableSeats.map(({ x, y }, i) => {
      const isOffered = seats[i] === "offered";
      const isFree = seats[i] === "free" || isOffered;
      const shape = isFree
        ? {
            r: 6.6 - stroke / 4,
            fill: "none",
            stroke: isOffered ? "var(--you, var(--color-paprika))" : "currentColor",
            strokeWidth: isOffered ? stroke * 1.2 : stroke / 2,
            strokeDasharray: isOffered ? "2.6 3" : undefined,
          }
        : { r: 6.6 };
      const fill = isFree ? undefined : seats[i] === "you" ? yourSeatClass : "fill-current";
      return <circle key={x} cx={x} cy={y} {...shape} className={fill} />;
    })}
  </>
);

/** Invisible. A long list refers to these drawings by name, so that it draws each only once. */
export const SharedDrawings = ({ drawings }: { drawings: Record<string, Seat[]> }) => (
  <svg width="0" height="0" aria-hidden="true" className="absolute">
    {Object.entries(drawings).map(([name, seats]) => (
      <symbol key={name} id={`table-${name}`} viewBox="0 0 100 100">
        <TableAndSeats seats={seats} stroke={2} />
      </symbol>
    ))}
  </svg>
);

export const SharedDrawing = ({ name, className }: { name: string; className: string }) => (
  <svg width="88" height="88" aria-hidden="true" className={className}>
    <use href={`#table-${name}`} />
  </svg>
);

const plates = seatPositions(15.5);

const PlatesAndCandle = () => (
  <>
    {plates.map(({ x, y }) => (
      <circle key={x} cx={x} cy={y} r="5" fill="none" stroke="currentColor" strokeWidth="1.1" />
    ))}
    <circle cx="50" cy="50" r="6" className="fill-candle opacity-35" />
    <circle cx="50" cy="50" r="2.8" className="fill-saffron" />
  </>
);

export const Logo = ({ href = "/", className = "" }: { href?: string; className?: string }) => (
  <a
    href={href}
    className={`display inline-flex min-h-target items-center gap-2 text-[1.5rem]/none tracking-[-0.03em] sm:gap-2.5 sm:text-[1.75rem]/none ${className}`}
  >
    <LogoMark className="size-[30px] sm:size-[34px]" />
    <span>{club.name}</span>
  </a>
);
