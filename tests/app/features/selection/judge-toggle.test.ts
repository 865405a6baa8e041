import { expect, test } from 'vitest';
import { judgeToggle } from '../../../../src/app/features/selection/judge-toggle.ts';
import type { Candidate } from '../../../../src/app/model/prioritise-materials.ts';
import type { MaterialSelection } from '../../../../src/contract/http/projects.ts';
import { makeCandidate, materialId } from '../../../support/candidates.ts';

const OAK = { libraryId: 9, libraryName: 'Oak' };
const five = [0, 1, 2, 3, 4].map((index) => makeCandidate(index));

/** Numbers of materials that stand in the lists. */
interface Lists {
  readonly on: readonly number[];
  readonly off: readonly number[];
}
const chosen = (on: readonly number[], off: readonly number[] = []): MaterialSelection => ({
  selected: on.map(materialId),
  deselected: off.map(materialId),
  created_at: 5,
  updated_at: 5,
});

interface Case {
  readonly title: string;
  readonly candidates: readonly Candidate[];
  readonly before: MaterialSelection | null;
  readonly press: number;
  readonly after: Lists | 'no-texture' | 'duplicate' | 'maximum';
}
const CASES: readonly Case[] = [
  {
    title: 'the first press takes one out of the automatic four, which become the person’s own',
    candidates: five,
    before: null,
    press: 1,
    after: { on: [0, 2, 3], off: [1] },
  },
  { title: 'a fifth beside the automatic four', candidates: five, before: null, press: 4, after: 'maximum' },
  {
    title: 'any member of an automatic group stands for it',
    candidates: [makeCandidate(0, OAK), makeCandidate(1), makeCandidate(2, OAK)],
    before: null,
    press: 2,
    after: { on: [1], off: [2] },
  },
  {
    title: 'a fourth',
    candidates: five,
    before: chosen([0, 1, 2], [4]),
    press: 4,
    after: { on: [0, 1, 2, 4], off: [] },
  },
  { title: 'a fifth', candidates: five, before: chosen([0, 1, 2, 3]), press: 4, after: 'maximum' },
  {
    title: 'a selected one goes over to the deselected',
    candidates: five,
    before: chosen([0, 1], [2]),
    press: 0,
    after: { on: [1], off: [2, 0] },
  },
  { title: 'the last one', candidates: five, before: chosen([3]), press: 3, after: { on: [], off: [3] } },
  {
    title: 'a material without a texture',
    candidates: [makeCandidate(0, { hasTexture: false })],
    before: chosen([]),
    press: 0,
    after: 'no-texture',
  },
  {
    title: 'a selected one that lost its texture makes room',
    candidates: [...five.slice(0, 3), makeCandidate(3, { hasTexture: false }), makeCandidate(4)],
    before: chosen([0, 1, 2, 3]),
    press: 4,
    after: { on: [0, 1, 2, 4], off: [] },
  },
  {
    title: 'what the model does not have does not count',
    candidates: five,
    before: chosen([0, 1, 2, 77], [78]),
    press: 4,
    after: { on: [0, 1, 2, 4], off: [] },
  },
  { title: 'an unknown material', candidates: five, before: null, press: 77, after: 'no-texture' },
  {
    title: 'the same library item twice',
    candidates: [makeCandidate(0, OAK), makeCandidate(1, OAK)],
    before: chosen([0]),
    press: 1,
    after: 'duplicate',
  },
  {
    title: 'the same texture twice',
    candidates: [
      makeCandidate(0, { textureHash: hash('a1') }),
      makeCandidate(1, { textureHash: hash('a1') }),
    ],
    before: chosen([0]),
    press: 1,
    after: 'duplicate',
  },
  {
    title: 'the same name twice, also with four selected',
    candidates: [...five.slice(0, 4), makeCandidate(4, { name: 'M0' })],
    before: chosen([0, 1, 2, 3]),
    press: 4,
    after: 'duplicate',
  },
  {
    title: 'a duplicate of one that was deselected',
    candidates: [makeCandidate(0, OAK), makeCandidate(1, OAK)],
    before: chosen([], [0]),
    press: 1,
    after: { on: [1], off: [0] },
  },
];

test.each(CASES)('$title', ({ candidates, before, press, after }) => {
  const verdict = judgeToggle(candidates, before, materialId(press), 9);
  if (typeof after === 'string') {
    expect(verdict).toEqual({ kind: 'refused', reason: after });
    return;
  }
  expect(verdict).toEqual({
    kind: 'changed',
    action: after.on.includes(press) ? 'selected' : 'deselected',
    selection: { ...chosen(after.on, after.off), created_at: before === null ? 9 : 5, updated_at: 9 },
  });
});

function hash(byte: string): NonNullable<Candidate['textureHash']> {
  return byte.repeat(32) as NonNullable<Candidate['textureHash']>;
}
