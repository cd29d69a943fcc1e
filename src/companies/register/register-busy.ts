/** Another command changes the register, or has changed it meanwhile. */
export class RegisterBusy extends Error {
  constructor(message = 'The register is being loaded by another command. Wait until it has ended.') {
    super(message)
    this.name = 'RegisterBusy'
  }
}
