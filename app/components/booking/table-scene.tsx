import type { ReactNode } from "react";
import table from "#app/assets/table.svg";
import { Face } from "#app/components/party.tsx";
import { seatPositions } from "#app/components/table-drawing.tsx";
import type { DrawnFace } from "#app/lib/account/draw-face.ts";

export interface You {
  photo: string | null;
  drawn: DrawnFace;
}

interface TableSceneProps {
  /** Whose the fifth seat is; free without. */
  you?: You | null;
  /** It is the viewer's, whose face is not known here. */
  isYours?: boolean;
  /** Each seat in turn has the candlelight. */
  isWaiting?: boolean;
}

const seatClass =
  "absolute! top-[72.5%] left-[37.2%] size-[20%] rounded-round shadow-[0_0_0_2px_var(--color-green),0_0_0_5px_var(--color-coral)]";

/** A table at which four sit. */
export const TableScene = ({ you = null, isYours = false, isWaiting = false }: TableSceneProps) => (
  <Room>
    <span className="relative -my-3 block size-62 lg:size-72">
      <img
        src={table}
        alt=""
        width={1200}
        height={1200}
        className="size-full bg-green [mask-image:radial-gradient(closest-side,#000_88%,transparent)]"
      />
      {isWaiting && <Lights />}
      {you ? (
        <Face {...you} seat={0} className={seatClass} />
      ) : (
        isYours && (
          <span
            className={`${seatClass} grid place-items-center bg-paprika text-label font-strong text-on-paprika`}
          >
            You
          </span>
        )
      )}
    </span>
  </Room>
);

const lights = seatPositions(33);

const Lights = () => (
  <svg
    viewBox="0 0 100 100"
    aria-hidden="true"
    className="table-waiting absolute inset-0 size-full mix-blend-screen"
  >
    <circle cx="50" cy="50" r="1" className="fill-candle" />
    {lights.map(({ x, y }) => (
      <circle key={x} cx={x} cy={y} r="17" fill="url(#candlelight)" />
    ))}
    <radialGradient id="candlelight">
      <stop offset="0" stopColor="#ffc766" stopOpacity="0.9" />
      <stop offset="0.45" stopColor="#ffb84d" stopOpacity="0.5" />
      <stop offset="1" stopColor="#ffb84d" stopOpacity="0" />
    </radialGradient>
  </svg>
);

const Room = ({ children }: { children: ReactNode }) => (
  <div
    aria-hidden="true"
    className="grid w-full justify-items-center overflow-hidden rounded-paper bg-[color-mix(in_srgb,var(--color-green),black_36%)] text-on-green [--you:var(--color-coral)]"
  >
    {children}
  </div>
);
