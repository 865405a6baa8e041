import { despiteAway } from '../process/wait.ts';
import { isDatabaseAway } from './is-database-away.ts';

/** {@link despiteAway} of the database. */
export function despiteOutage<Result>(
  work: () => Promise<Result>,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Result> {
  return despiteAway(work, isDatabaseAway, patienceMs, signal);
}
