/** Why a run ends without publishing. */

/** Foreseen: the message becomes the run's `error`. */
export class RunFailure extends Error {}

/** The run was ended by somebody else, who thought its process dead: what it read is nobody's any more. */
export class RunLost extends Error {
  constructor() {
    super('the run was ended by somebody else')
  }
}
