/** Where a photo is shown: without the user id that its key in the bucket begins with. */
export const avatarAddress = (key: string | null | undefined): string | null =>
  key ? `/avatars/${key.slice(key.indexOf("/") + 1)}` : null;
