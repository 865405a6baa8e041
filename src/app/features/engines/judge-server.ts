import type { EnginesBody, EngineTest } from '../../../contract/http/engines.ts';
import type { LedTone } from '../../ui/Led.tsx';

export type ListedServer = EnginesBody['servers'][number];

const TONES: Readonly<Record<ListedServer['state'], LedTone>> = {
  ready: 'ok',
  busy: 'ok',
  checking: 'warn',
  draining: 'warn',
  refused: 'danger',
  offline: 'off',
};

/** Longer than any server loads its models; a test of a worker that ended meanwhile never says what came of it. */
const TEST_PATIENCE_MS = 15 * 60_000;

export function toneOf({ state }: Pick<ListedServer, 'state'>): LedTone {
  return TONES[state];
}

/** Whether a server draws pictures now. */
export function isUsable({ state }: Pick<ListedServer, 'state'>): boolean {
  return state === 'ready' || state === 'busy';
}

/** Whether a test was asked for and has not ended, by the server's own clock. */
export function isTesting(server: {
  readonly test: Pick<EngineTest, 'ok' | 'at'> | null;
  readonly seen_at: string;
}): boolean {
  const { test, seen_at: seenAt } = server;
  return test !== null && test.ok === null && Date.parse(seenAt) - Date.parse(test.at) < TEST_PATIENCE_MS;
}
