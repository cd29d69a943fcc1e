/** Why a file cannot be taken as the register's open data. The message names what is wrong, and what to do. */
export class ExtractFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'ExtractFault'
  }
}
