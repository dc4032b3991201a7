/** No user id in the bucket begins like this. */
export const venuePhotoPrefix = "venue/";

export const venuePhotoSize = { width: 960, height: 480 };

export const createVenuePhotoKey = () => `${venuePhotoPrefix}${crypto.randomUUID()}.webp`;

export const venuePhotoAddress = (key: string): string =>
  `/venue-photos/${key.slice(venuePhotoPrefix.length)}`;

export const venuePhotoKey = (file: string): string | undefined =>
  /^[0-9a-f-]{36}\.webp$/.test(file) ? venuePhotoPrefix + file : undefined;
