/** Who runs a service, as its pages name them. */

/** `contact`: an address as it stands in a link, `mailto:` or `https:`. */
export type Operator = { name: string; contact: string }

/** Null where the operator has not said both who it is and where it is reached. */
export function operatorOf(settings: { operatorName: string; operatorContact: string }): Operator | null {
  const { operatorName: name, operatorContact: contact } = settings
  return name === '' || contact === '' ? null : { name, contact }
}
