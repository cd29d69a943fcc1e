/** What is made when it is first asked for, and once. */
export function whenAsked<Made>(make: () => Made): () => Made {
  let made: { value: Made } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
