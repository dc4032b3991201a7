import { Banner } from "#app/components/banner.tsx";
import { Icon } from "#app/components/icon.tsx";
import { Loading } from "#app/components/progress.tsx";

/** `browser/details-dialog.ts` shows the booking's own page in it, over the list. */
export const DetailsDialog = () => (
  <dialog
    data-details-dialog
    aria-labelledby="details-title"
    className="m-0 mt-auto max-h-[96svh] w-full scroll-pt-20 max-w-none rounded-t-sheet bg-surface text-ink shadow-dialog backdrop:bg-scrim lg:m-auto lg:max-w-240 lg:rounded-paper"
  >
    <div className="grid gap-1 px-5 pb-7 lg:px-11 lg:pb-11">
      <header className="sticky top-0 z-10 -mx-5 flex items-center justify-between bg-surface px-5 pt-4 pb-2 lg:pt-9">
        <h2
          id="details-title"
          className="display text-[1.625rem]/[1.2] tracking-[-0.022em] lg:text-[2.25rem]/[1.2]"
        >
          Details
        </h2>
        <form method="dialog">
          <button
            type="submit"
            aria-label="Close"
            className="-mr-2.5 grid size-target cursor-pointer place-items-center rounded-round hover:bg-sunk"
          >
            <Icon name="close" />
          </button>
        </form>
      </header>
      <div data-body>
        <div data-loading>
          <Loading />
        </div>
        <div hidden>
          <Banner variant="error">No connection. Try again in a moment.</Banner>
        </div>
      </div>
    </div>
  </dialog>
);
