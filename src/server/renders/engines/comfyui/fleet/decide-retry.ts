import type { Failure } from '../../../../../contract/failure.ts';
import type { Problem } from './server-fault.ts';

/** What has been tried for one part of an order. */
export interface Past {
  /** Times it was begun again on another server. */
  tries: number;
  /** Pictures were sent once more. */
  hasSentAgain: boolean;
  /** Memory was freed, and images are made one by one. */
  hasFreed: boolean;
  /** Servers that were asked once more what they can do, by id. */
  readonly profilesRead: Set<string>;
}

export type Verdict =
  /** Somewhere, as soon as there is a server: this one had not begun. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'send-again' }
  | { readonly kind: 'free-memory' }
  /** Once more if the server turns out to be another than it was. */
  | { readonly kind: 'read-profile' }
  | { readonly kind: 'give-up'; readonly failure: Failure };

/** A part of an order is begun again so many times. */
export const TRIES = 2;

/**
 * What to do about a fault: another server for what may be the server's own, the same one
 * for what can be mended there, nothing for what would go wrong anywhere.
 *
 * @param server Id of the one that failed.
 * @param wasHandedIn It had taken the job.
 */
export function decideRetry(problem: Problem, past: Past, server: string, wasHandedIn: boolean): Verdict {
  if (isStale(problem)) {
    // Servers may share a folder: what this one lacks the next may lack as well, and not know it either.
    if (!past.profilesRead.has(server)) return { kind: 'read-profile' };
    return past.tries < TRIES ? { kind: 'elsewhere' } : give('engine-refused');
  }
  switch (problem.kind) {
    case 'refused':
      return wasHandedIn ? retry(past) : { kind: 'wait' };
    case 'broken':
    case 'timeout':
    case 'lost':
    case 'interrupted':
    case 'silent':
    case 'bad-answer':
      return retry(past);
    case 'status':
      return problem.status >= 500 ? retry(past) : give('engine-refused');
    case 'invalid':
      if (problem.isImageGone && !past.hasSentAgain) return { kind: 'send-again' };
      return give('engine-refused');
    case 'out-of-memory':
      return past.hasFreed ? give('engine-out-of-memory') : { kind: 'free-memory' };
    case 'execution':
    case 'model-gone':
      return give('engine-failed');
  }
}

/** The server lacks something that it had when we asked: a file, a class, a class as newer versions say it. */
const STALE = ['value_not_in_list', 'invalid_prompt', 'missing_node_type'];

function isStale(problem: Problem): boolean {
  if (problem.kind === 'invalid')
    return !problem.isImageGone && problem.types.some((type) => STALE.includes(type));
  return problem.kind === 'model-gone';
}

const retry = ({ tries }: Past): Verdict => (tries < TRIES ? { kind: 'elsewhere' } : give('engine-lost'));

function give(code: 'engine-refused' | 'engine-out-of-memory' | 'engine-lost' | 'engine-failed'): Verdict {
  const failure: Failure =
    code === 'engine-failed' ? { code, reason: 'the AI server could not draw this picture' } : { code };
  return { kind: 'give-up', failure };
}
