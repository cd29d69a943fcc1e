/** Nothing is known yet of what the store has: whoever needs it cannot be answered, and least of all with nothing. */
export class CatalogueNotRead extends Error {
  constructor() {
    super('no catalogue has been read from the store yet')
    this.name = 'CatalogueNotRead'
  }
}
