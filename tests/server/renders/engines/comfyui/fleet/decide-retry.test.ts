import { expect, test } from 'vitest';
import {
  decideRetry,
  type Past,
  TRIES,
} from '../../../../../../src/server/renders/engines/comfyui/fleet/decide-retry.ts';
import type { Problem } from '../../../../../../src/server/renders/engines/comfyui/fleet/server-fault.ts';

const fresh: Past = { tries: 0, hasSentAgain: false, hasFreed: false, hasReadProfile: false };
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
  const verdict = decideRetry(fault, { ...fresh, ...past }, wasHandedIn);
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
  for (const type of ['value_not_in_list', 'invalid_prompt']) {
    expect(kindOf(invalid(type))).toBe('read-profile');
    expect(kindOf(invalid(type), { hasReadProfile: true })).toBe('engine-refused');
  }
  expect(kindOf(problem('out-of-memory'))).toBe('free-memory');
  expect(kindOf(problem('out-of-memory'), { hasFreed: true })).toBe('engine-out-of-memory');
});
