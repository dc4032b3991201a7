import type { ReactNode } from "react";
import table from "#app/assets/table.svg";
import { Face } from "#app/components/party.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
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
}

const seatClass =
  "absolute! top-[72.5%] left-[37.2%] size-[20%] rounded-round shadow-[0_0_0_2px_var(--color-green),0_0_0_5px_var(--color-coral)]";

/** A table at which four sit. */
export const TableScene = ({ you = null, isYours = false }: TableSceneProps) => (
  <Room>
    <span className="relative -my-3 block size-62 lg:size-72">
      <img
        src={table}
        alt=""
        width={1200}
        height={1200}
        className="size-full bg-green [mask-image:radial-gradient(closest-side,#000_88%,transparent)]"
      />
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

/** The seats light up one after the other. */
export const WaitingTable = () => (
  <Room>
    <TableDrawing seats={bookingSeats.confirmed} isLaid isLoading className="my-8 size-40" />
  </Room>
);

const Room = ({ children }: { children: ReactNode }) => (
  <div
    aria-hidden="true"
    className="grid w-full justify-items-center overflow-hidden rounded-paper bg-[color-mix(in_srgb,var(--color-green),black_36%)] text-on-green [--you:var(--color-coral)]"
  >
    {children}
  </div>
);
