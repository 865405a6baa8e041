import { expect, test } from 'vitest';
import { readFailure } from '../../../src/app/data/read-failure.ts';
import { enFailures } from '../../../src/app/texts/en/failures.ts';
import { esFailures } from '../../../src/app/texts/es/failures.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import {
  ARCHIVE_ENTRY_REASONS,
  ARCHIVE_REASONS,
  ENGINE_WISHES,
  KEPT_KINDS,
} from '../../../src/contract/failure-reasons.ts';
import { failureResponse } from '../../../src/server/http/failure-response.ts';

const FAILURES: readonly Failure[] = [
  { code: 'image-too-large', name: 'a.png', widthPx: 16_384, heightPx: 16_384, maxPixels: 64e6 },
  { code: 'name-taken', name: 'Wood' },
  { code: 'library-full', limit: 5_000 },
  { code: 'selection-limit', limit: 4 },
  { code: 'project-limit', limit: 500 },
  ...ENGINE_WISHES.map((wish): Failure => ({ code: 'engine-lacks', wish })),
  ...KEPT_KINDS.map((kind): Failure => ({ code: 'kept-limit', kind, limit: 200 })),
  { code: 'selection-plain', name: 'Shell' },
  { code: 'selection-duplicate', name: 'Shell' },
  ...ARCHIVE_REASONS.map(
    (reason): Failure => ({
      code: 'archive-refused',
      reason,
      errors: [{ file: 'a.png', error: 'It is damaged.', code: 'image-unreadable' }],
    }),
  ),
  ...ARCHIVE_ENTRY_REASONS.map(
    (reason): Failure => ({ code: 'archive-entry-refused', name: 'a.png', reason }),
  ),
];

/** Of files that the device opens itself. */
const FOUND_HERE = ['model-incomplete', 'recipe-unreadable', 'environment-refused'];

/** Answered 500: the server never sends it, and what reads its data there finds none. */
function isSent(code: Failure['code']): boolean {
  try {
    return failureResponse({ code } as Failure).status !== 500;
  } catch {
    return true;
  }
}

test('every code that the server sends is one that the page knows', async () => {
  const all = Object.keys(enFailures) as Failure['code'][];
  const codes = all.filter((code) => isSent(code) && !FOUND_HERE.includes(code));
  expect(codes.length).toBeGreaterThan(60);
  const read = await Promise.all(
    codes.map(async (code) => {
      const response = new Response(JSON.stringify({ code, detail: 'It was refused.' }), { status: 422 });
      return { code, read: (await readFailure(response)).code };
    }),
  );
  expect(read.filter((one) => one.read !== one.code).map(({ code }) => code)).toEqual([]);
});

test.each(FAILURES)(
  'what the server says of $code $reason is what the page reads, in both languages',
  async (failure) => {
    const { status, body } = failureResponse(failure);
    expect(body.detail).toMatch(/^[A-Z].*\.$|^a\.png was/);
    expect(await readFailure(new Response(JSON.stringify(body), { status }))).toEqual(failure);
    for (const failures of [enFailures, esFailures]) {
      const describe = failures[failure.code] as (failure: Failure) => string;
      expect(describe(failure)).toMatch(/^[^\s].*\.$/);
      expect(describe(failure)).not.toMatch(/undefined|NaN|\[object/);
    }
  },
);

test('what goes with the code of a second factor comes from the answer to the password', async () => {
  const body = { error: '', code: 'second-factor-wanted', data: { challenge: 'of the first step' } };
  expect(await readFailure(Response.json(body, { status: 401 }))).toEqual({
    code: 'second-factor-wanted',
    challenge: 'of the first step',
  });
});

test('what the server failed at is told with the number to ask with, where it has one', async () => {
  const body = { ...failureResponse({ code: 'server-failed' }).body, request_id: 'K7QF2MABCD' };
  const failure = await readFailure(Response.json(body, { status: 500 }));
  expect(failure).toEqual({ code: 'server-failed', requestId: 'K7QF2MABCD' });
  for (const failures of [enFailures, esFailures])
    expect(failures['server-failed'](failure as never)).toMatch(/ K7QF2MABCD\.$/);
  const odd = { ...body, request_id: 'x'.repeat(65) };
  expect(await readFailure(Response.json(odd, { status: 500 }))).toEqual({ code: 'server-failed' });
});
