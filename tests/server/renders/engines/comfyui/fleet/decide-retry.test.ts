import { expect, test } from 'vitest';
import {
  decideRetry,
  type Past,
  TRIES,
} from '../../../../../../src/server/renders/engines/comfyui/fleet/decide-retry.ts';
import type { Problem } from '../../../../../../src/server/renders/engines/comfyui/fleet/server-fault.ts';

const fresh: Past = { tries: 0, hasSentAgain: false, hasFreed: false, profilesRead: new Set() };
const SERVER = 'one';
const problem = (kind: Exclude<Problem['kind'], 'status' | 'invalid' | 'refused'>): Problem => ({
  kind,
  detail: '',
});
const REFUSED: Problem = { kind: 'refused', detail: '', hasEnded: true };
const status = (code: number): Problem => ({ kind: 'status', detail: '', status: code });
const invalid = (type: string, isImageGone = false): Problem => ({
  kind: 'invalid',
  detail: '',
  types: [type],
  isImageGone,
});
const kindOf = (fault: Problem, past: Partial<Past> = {}, wasHandedIn = true) => {
  const verdict = decideRetry(fault, { ...fresh, ...past }, SERVER, wasHandedIn);
  return verdict.kind === 'give-up' ? verdict.failure.code : verdict.kind;
};

test.each(['broken', 'timeout', 'lost', 'interrupted', 'silent', 'bad-answer'] as const)(
  '%s: another server, twice',
  (kind) => {
    expect(kindOf(problem(kind))).toBe('elsewhere');
    expect(kindOf(problem(kind), { tries: TRIES - 1 })).toBe('elsewhere');
    expect(kindOf(problem(kind), { tries: TRIES })).toBe('engine-lost');
  },
);

test('refused before it had the job: no try is lost; after: one', () => {
  expect(kindOf(REFUSED, { tries: 99 }, false)).toBe('wait');
  expect(kindOf(REFUSED)).toBe('elsewhere');
});

test('trouble of the server goes elsewhere, what it does not take does not', () => {
  expect(kindOf(status(503))).toBe('elsewhere');
  expect(kindOf(status(413))).toBe('engine-refused');
  expect(kindOf(invalid('value_bigger_than_max'))).toBe('engine-refused');
  expect(kindOf(problem('execution'))).toBe('engine-failed');
});

test('what can be mended on the server is mended once', () => {
  expect(kindOf(invalid('custom_validation_failed', true))).toBe('send-again');
  expect(kindOf(invalid('custom_validation_failed', true), { hasSentAgain: true })).toBe('engine-refused');
  const stale = ['value_not_in_list', 'invalid_prompt', 'missing_node_type'].map((type) => invalid(type));
  for (const fault of [...stale, problem('model-gone')]) {
    expect(kindOf(fault)).toBe('read-profile');
    // Once for each server; one that lacks it all the same is left alone.
    expect(kindOf(fault, { profilesRead: new Set(['another']) })).toBe('read-profile');
    expect(kindOf(fault, { profilesRead: new Set([SERVER]) })).toBe('elsewhere');
    expect(kindOf(fault, { profilesRead: new Set([SERVER]), tries: TRIES })).toBe('engine-refused');
  }
  expect(kindOf(problem('out-of-memory'))).toBe('free-memory');
  expect(kindOf(problem('out-of-memory'), { hasFreed: true })).toBe('engine-out-of-memory');
});
