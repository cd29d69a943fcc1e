/** What the service answers, for a server that is to answer the same. */
export type Recorded = {
  tools: {
    name: string
    title: string
    description: string
    inputSchema: object
    outputSchema: object
    annotations: object
  }[]
  /** `structuredContent` of the search. */
  answer: Record<string, unknown>
}
