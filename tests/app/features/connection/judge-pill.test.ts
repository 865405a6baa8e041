import { expect, test } from 'vitest';
import type { Service } from '../../../../src/app/core/judge-service.ts';
import { judgePill, type PillState } from '../../../../src/app/features/connection/judge-pill.ts';

type Shell = Parameters<typeof judgePill>[1];
const AT_REST: Shell = { isDeviceFull: false, uploadFraction: null, pendingChanges: 0, refusedChanges: 0 };
const BROKEN = [{ channel: 'open' }, { channel: 'broken' }] as const;

test.each<[PillState, Service, Partial<Shell>, boolean]>([
  ['studio', 'studio', {}, false],
  ['unknown', 'unknown', {}, false],
  ['ai-busy', 'ai-busy', {}, false],
  // The server answers and only the live channel is down: that is neither online nor offline.
  ['degraded', 'studio', {}, true],
  ['degraded', 'unknown', {}, true],
  ['offline', 'offline', {}, true],
  ['gone', 'gone', { pendingChanges: 3 }, true],
  ['signed-out', 'signed-out', { pendingChanges: 3 }, false],
  ['uploading', 'studio', { uploadFraction: 0.4, pendingChanges: 2, refusedChanges: 1 }, false],
  ['refused', 'studio', { pendingChanges: 2, refusedChanges: 1 }, true],
  ['sending', 'studio', { pendingChanges: 2 }, true],
  // What could be lost is said before anything else.
  ['full', 'offline', { isDeviceFull: true, refusedChanges: 1 }, true],
])('%s: %s, %o, a broken channel: %s', (said, service, shell, isBroken) => {
  expect(judgePill(service, { ...AT_REST, ...shell }, isBroken ? BROKEN : [])).toBe(said);
});
