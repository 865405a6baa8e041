/**
 * Something the person who runs the server must change: a wrong variable, an unwritable folder, a taken port. `main`
 * prints the message as it is, one sentence, and exits with code 1.
 */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
