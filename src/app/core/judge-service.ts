import type { ShellState } from '../state/state.ts';
import type { SystemState } from './render-queries.ts';

/**
 * What can be said of the server and its engines now. Loader, pill, button and hints all say it, and nothing else.
 *
 * `offline`: no network here. `gone`: the server does not answer. `unknown`: it does, and has not said, or could not say,
 * which engines are there. `none`: no engine is. `studio`, `ai`: the best that is there, or that and all of its servers
 * are busy.
 */
export type Service =
  | 'offline'
  | 'gone'
  | 'signed-out'
  | 'unknown'
  | 'none'
  | 'studio'
  | 'studio-busy'
  | 'ai'
  | 'ai-busy';

export interface ServiceFacts {
  readonly connection: ShellState['connection'];
  /** What the server said last, null before it has. */
  readonly system: Pick<SystemState['system'], 'active_servers' | 'ai' | 'busy'> | null;
  /** Asked since then, it could not say. */
  readonly isOutdated: boolean;
}

export function judgeService({ connection, system, isOutdated }: ServiceFacts): Service {
  if (connection === 'auth') return 'signed-out';
  if (connection !== 'online') return connection;
  if (system === null || isOutdated) return 'unknown';
  if (system.active_servers === 0) return 'none';
  if (system.ai !== null) return system.busy.includes('comfyui') ? 'ai-busy' : 'ai';
  return system.busy.includes('studio') ? 'studio-busy' : 'studio';
}

/** Whether the server is there and says what is: else what it said before is not told as if it were so now. */
export function isTold(service: Service): boolean {
  return !isAway(service) && service !== 'unknown';
}

/** Whether there is no way to the server. */
export function isAway(service: Service): service is 'offline' | 'gone' | 'signed-out' {
  return service === 'offline' || service === 'gone' || service === 'signed-out';
}
