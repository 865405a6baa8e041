import { expect, test } from 'vitest';
import { normaliseModel } from '../../../src/app/model/normalise-model.ts';
import { Real } from '../../../src/contract/shapes.ts';
import { IDENTITY } from '../../../src/tracer/matrix.ts';
import { inspectModel } from '../../../src/workers/compute/gltf/inspect-model.ts';
import { packModel } from '../../../src/workers/compute/pack/pack-model.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';

const square = (unit: string): string =>
  `v 0 0 0\nv 1${unit} 0 0\nv 1${unit} 1${unit} 0\nv 0 1${unit} 0\nf 1 2 3 4\n`;

async function inspectObj(obj: string) {
  const { glb } = await packModel([{ path: 'part.obj', file: new Blob([obj]) }]);
  return inspectModel(glb);
}

async function inspectScaled(factor: number, away = 0) {
  const { document } = createSquare();
  document.getRoot().listNodes()[0]?.setScale([factor, factor, factor]).setTranslation([away, 0, 0]);
  return inspectModel(new Blob([(await writeGlb(document)).slice()]));
}

const EXTREME = { failure: { code: 'model-unreadable', reason: 'extreme-size' } };

test.each(['e-30', 'e-20', 'e20', 'e30', 'e300'])(
  'an OBJ in units of 1%s is refused for its size',
  async (unit) => {
    await expect(inspectObj(square(unit))).rejects.toMatchObject(EXTREME);
  },
);

test.each([
  [1e-30, 0],
  [1e-14, 0],
  [1e20, 0],
  [1e35, 0],
  // Of a size that can be stood on the stage, and so far away that no matrix that is kept brings it there.
  [1e-2, 1e13],
  [1e8, 1e20],
])('a GLB scaled by %s and %s away is refused for its size', async (factor, away) => {
  await expect(inspectScaled(factor, away)).rejects.toMatchObject(EXTREME);
});

test.each(['e-11', 'e-9', '', 'e9', 'e17'])('an OBJ in units of 1%s stands on the stage', async (unit) => {
  const { bounds } = await inspectObj(square(unit));
  for (const number of normaliseModel(bounds, IDENTITY)) expect(Real.safeParse(number).success).toBe(true);
});

test('a single wild point takes nothing else along', async () => {
  const { bounds, warnings } = await inspectObj(`${square('')}v 1e30 0 0\nf 1 2 5\n`);
  expect(bounds.max).toEqual([1, 1, 0]);
  expect(warnings).toEqual([{ kind: 'broken-faces', count: 1 }]);
});
