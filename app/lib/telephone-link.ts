export const telephoneLink = (number: string) => `tel:${number.replaceAll(/[^\d+]/g, "")}`;
