import { expect, test } from 'vitest';
import { z } from 'zod';
import { count, Real, whole } from '../../../src/contract/shapes.ts';
import { speedUpNumberArrays } from '../../../src/server/http/speed-up-number-arrays.ts';

/** The same shape twice: as it is, and quickened. */
function makeBoth() {
  const make = () =>
    z.object({
      nodes: z.array(count()).max(200).default([]),
      few: z.array(z.object({ inner: z.array(whole(-3, 9)).min(2).optional() })),
      odd: z
        .array(count())
        .refine((values) => !values.includes(7), 'has a seven')
        .optional(),
      reals: z.array(Real).optional(),
    });
  const quick = make();
  speedUpNumberArrays(quick);
  speedUpNumberArrays(quick);
  return [make(), quick] as const;
}

test('long lists of whole numbers are read as before: what is refused, its words, and what is taken', () => {
  const [plain, quick] = makeBoth();
  const long = Array.from({ length: 150 }, (_, index) => index % 7);
  const wrongs: unknown[] = [
    -1,
    0.5,
    2 ** 31,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1',
    null,
    undefined,
    [],
    2 ** 53,
  ];
  const lists = [
    long,
    [],
    Array.from({ length: 201 }, () => 1),
    Array.from({ length: 150 }),
    { length: 150 },
    ...wrongs.map((wrong) => [...long, wrong]),
  ];
  for (const list of lists) {
    for (const body of [
      { nodes: list, few: [] },
      { few: [{ inner: list }] },
      { few: [], odd: list },
      { few: [], odd: [...long, 7] },
      { few: [], reals: list },
    ]) {
      const [one, other] = [plain.safeParse(body), quick.safeParse(body)];
      expect(other.data).toEqual(one.data);
      expect(other.error?.issues).toEqual(one.error?.issues);
    }
  }
});
