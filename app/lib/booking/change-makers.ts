export const changeMakers = ["operator", "software", "diner", "host"] as const;

export type ChangeMaker = (typeof changeMakers)[number];

/** As the diners of the event read it. */
export const changeMakerNames: Record<ChangeMaker, string> = {
  operator: "the club’s operator",
  software: "the software",
  diner: "a diner",
  host: "the host",
};
