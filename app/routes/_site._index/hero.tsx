import tallJpeg from "#app/assets/hero/hero-tall.jpg";
import tallAvif736 from "#app/assets/hero/hero-tall-736.avif";
import tallAvif1080 from "#app/assets/hero/hero-tall-1080.avif";
import wideAvif800 from "#app/assets/hero/hero-wide-800.avif";
import wideAvif1600 from "#app/assets/hero/hero-wide-1600.avif";
import wideAvif1920 from "#app/assets/hero/hero-wide-1920.avif";
import { ButtonLink } from "#app/components/button.tsx";

const wideScreen = "(min-width: 56.25rem)";

export function Hero() {
  return (
    <section className="relative isolate overflow-hidden bg-photo text-on-night [--focus-ring:var(--color-on-night)]">
      <HeroPhoto />
      <div className="page-width grid content-start pt-24 pb-[min(98vw,44rem)] lg:min-h-[clamp(40rem,52vw,58rem)] lg:content-center lg:pt-28 lg:pb-16">
        <h1 className="display max-w-[9.6em] text-hero lg:max-w-[6.8em]">
          Take a break from screens. Connect with real people.
        </h1>
        <p className="mt-5 max-w-[27rem] text-lead lg:mt-6">Meet 5 strangers over a dinner table tonight.</p>
        <div className="mt-6 grid justify-items-start gap-3.5">
          <ButtonLink href="/register" variant="primary" size="large">
            Take the Quiz
          </ButtonLink>
          <p className="max-w-[21rem] text-small text-on-night-2">
            Take our personality quiz to find your perfect dinner companions.
          </p>
        </div>
      </div>
    </section>
  );
}

/** Phones get the tall crop, large screens the wide one: the whole table, beside the words. Browsers without AVIF get a JPEG. */
function HeroPhoto() {
  return (
    <picture>
      <source
        media={wideScreen}
        type="image/avif"
        srcSet={`${wideAvif800} 800w, ${wideAvif1600} 1600w, ${wideAvif1920} 1920w`}
      />
      <source type="image/avif" srcSet={`${tallAvif736} 736w, ${tallAvif1080} 1080w`} />
      <img
        src={tallJpeg}
        alt="A round table set for five by candlelight, the seats still empty"
        width={1080}
        height={1350}
        {...{ fetchpriority: "high" }}
        className="absolute right-0 bottom-0 -z-10 h-auto w-full max-lg:fade-top lg:aspect-video lg:w-[70%] lg:max-w-[110rem] lg:fade-top-left min-[64rem]:w-[76%] min-[84rem]:w-[84%] min-[90rem]:w-[90%] min-[105rem]:w-[80%]"
      />
    </picture>
  );
}
