/** Another command changes the register, or has changed it meanwhile. */
export class RegisterBusy extends Error {
  constructor(message = 'The register is being loaded by another command. Wait until it has ended.') {
    super(message)
    this.name = 'RegisterBusy'
  }
}

/** There is a register, and it cannot be read; the message says what to do. */
export class RegisterUnreadable extends Error {
  constructor(cause: unknown, isForbidden = false) {
    super(
      isForbidden
        ? 'The register of companies may not be read by whoever runs this command. Run it as the user that the service runs as.'
        : 'The register of companies cannot be read, so that no company is found. Load a full file with `npx subsidies companies load --file <file>`.',
      { cause },
    )
    this.name = 'RegisterUnreadable'
  }
}
