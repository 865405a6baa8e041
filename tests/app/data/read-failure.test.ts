import { expect, test } from 'vitest';
import { readFailure } from '../../../src/app/data/read-failure.ts';
import { enFailures } from '../../../src/app/texts/en/failures.ts';
import { esFailures } from '../../../src/app/texts/es/failures.ts';
import {
  ARCHIVE_ENTRY_REASONS,
  ARCHIVE_REASONS,
  type Failure,
  KEPT_KINDS,
} from '../../../src/contract/failure.ts';
import { failureResponse } from '../../../src/server/http/failure-response.ts';

const FAILURES: readonly Failure[] = [
  { code: 'image-too-large', name: 'a.png', widthPx: 16_384, heightPx: 16_384, maxPixels: 64e6 },
  { code: 'name-taken', name: 'Wood' },
  { code: 'library-full', limit: 5_000 },
  { code: 'selection-limit', limit: 4 },
  { code: 'project-limit', limit: 500 },
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
