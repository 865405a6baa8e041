import { isFailure } from '../../../contract/failure.ts';

/** True for the answer of a viewer that is gone: the next one asks for everything anew, or it is said that none comes. */
export function isSceneLost(error: unknown): boolean {
  return isFailure(error, 'worker-crashed') && error.failure.worker === 'viewer';
}
