/** The error of whoever calls the command: exit code 2, in their language, naming what was expected. */

/** Something in argv, the environment or a file named there cannot be used. The message is for a person. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
