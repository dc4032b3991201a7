import type { ReactNode } from "react";
import table from "#app/assets/table.svg";
import { Card } from "./card.tsx";

interface AuthCardProps {
  title: string;
  children: ReactNode;
}

export function AuthCard({ title, children }: AuthCardProps) {
  return (
    <div className="page-width grid grid-cols-1 items-center gap-x-16 pt-2 pb-12 lg:grid-cols-2 lg:pb-20">
      <div className="hidden aspect-square max-h-[44rem] overflow-hidden rounded-round bg-[#12332a] lg:block">
        <img src={table} alt="" width={1200} height={1200} className="size-full [scale:1.13] object-cover" />
      </div>
      <Card className="justify-self-center">
        <div className="grid grid-cols-1 gap-6">
          <h1 className="display text-2">{title}</h1>
          {children}
        </div>
      </Card>
    </div>
  );
}
