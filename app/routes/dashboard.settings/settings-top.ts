/** Where settings lead back to. Without a fragment browsers keep the one of the form, which stands far below the notice. */
export const settingsTop = "/dashboard/settings#top";
