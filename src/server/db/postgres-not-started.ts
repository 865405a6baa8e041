import { SetupError } from '../process/setup-error.ts';

/** What to tell a person when PostgreSQL or initdb ended with this output. */
export function notStarted(output: string): SetupError {
  if (/No space left on device/.test(output)) {
    return new SetupError('The disk is full: free some space for the database and start again.');
  }
  const last = output.trim().split('\n').slice(-3).join(' ');
  return new SetupError(`The built-in PostgreSQL did not start: ${last}`);
}
