import table from "#app/assets/table.svg";
import { ButtonLink } from "#app/components/button.tsx";

export function ClosingCall() {
  return (
    <section className="ground-paprika grid lg:grid-cols-2">
      <div className="grid content-center justify-items-start gap-9 px-gutter py-section lg:pl-[max(var(--spacing-gutter),calc((100vw-var(--container-page))/2+var(--spacing-gutter)))]">
        <h2 className="display max-w-[9em] text-1 tracking-[-0.03em]">
          Make real connections over real food
        </h2>
        <ButtonLink href="/register" variant="light" size="large">
          Get Started
        </ButtonLink>
      </div>
      <div className="relative min-h-[300px] overflow-hidden bg-[#e9cfa6] lg:min-h-[560px]">
        <img
          src={table}
          alt=""
          width={1200}
          height={1200}
          loading="lazy"
          className="absolute top-1/2 -left-[84%] h-auto w-[270%] max-w-none [translate:0_-47%] lg:-left-[62%] lg:w-[225%]"
        />
      </div>
    </section>
  );
}
