import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import type { AxisDetection } from '../../../../src/contract/model-report.ts';
import { detectUpAxis } from '../../../../src/workers/compute/gltf/detect-up-axis.ts';
import { packModel } from '../../../../src/workers/compute/pack/pack-model.ts';
import { type BoxPlan, makeArrow, makeBoxes, makeTurned } from '../../../support/box-model.ts';
import { hasSamples } from '../../../support/tiny-model.ts';

const detect = (bytes: Uint8Array) => detectUpAxis(new Blob([new Uint8Array(bytes)]));
const isConverted = ({ system, confidence }: AxisDetection) => system !== 'Y_UP' && confidence > 0.5;
const reasons = ({ evidence }: AxisDetection) => evidence.map(({ cue, reason }) => `${cue}: ${reason}`);

/** A table on the ground, its top 1.4 x 0.8 and 0.75 high. */
function makeTable(up: 'y' | 'z', extras: object = {}): Uint8Array {
  const part = (size: number[], centre: number[]): BoxPlan => {
    const [x = 0, height = 0, depth = 0] = size;
    const [cx = 0, at = 0, cz = 0] = centre;
    return up === 'y'
      ? { size: [x, height, depth], centre: [cx, at, cz], isBaked: true }
      : { size: [x, depth, height], centre: [cx, -cz, at], isBaked: true };
  };
  const legs = [-1, 1].flatMap((x) =>
    [-1, 1].map((z) => part([0.06, 0.71, 0.06], [0.65 * x, 0.355, 0.35 * z])),
  );
  return makeBoxes([part([1.4, 0.04, 0.8], [0, 0.73, 0]), ...legs], { extras });
}

test('an arrow and a table made with Z up are sure, and say why', async () => {
  const arrow = await detect(makeArrow('z'));
  expect(arrow).toMatchObject({ system: 'Z_UP', confidence: 0.6, isLengthwise: false });
  expect(reasons(arrow)).toEqual([
    'metadata: format',
    'normals: facing',
    'boundingBox: ground',
    'vertices: lean',
  ]);
  expect(await detect(makeTable('z'))).toMatchObject({ system: 'Z_UP', confidence: 0.6 });
});

test('what was made with Y up is left alone: an arrow, a table, a bottle', async () => {
  const bottle = [
    [0, 0],
    [0.5, 0],
    [0.5, 2],
    [0.15, 2.4],
    [0.15, 3],
    [0, 3],
  ] as const;
  for (const glb of [makeArrow('y'), makeTable('y'), makeTurned(bottle, 'y')]) {
    expect(await detect(glb)).toMatchObject({ system: 'Y_UP', confidence: 0.8 });
  }
  expect(await detect(makeTurned(bottle, 'z'))).toMatchObject({ system: 'Z_UP', confidence: 0.6 });
});

test('a lamp that hangs from its origin is not turned over', async () => {
  const lamp = [
    [0.02, 0],
    [0.02, -1],
    [0.1, -1],
    [0.5, -1.6],
    [0, -1.6],
  ] as const;
  expect(await detect(makeTurned(lamp, 'y'))).toMatchObject({ system: 'Y_UP' });
  const asZ = await detect(makeTurned(lamp, 'z'));
  expect(asZ.system).toBe('Z_UP');
  expect(isConverted(asZ)).toBe(false);
});

test('a flat thing on a wall is not laid on the floor', async () => {
  const clock = [
    [0, 0],
    [1, 0],
    [1, 0.2],
    [0.1, 0.25],
    [0, 0.25],
  ] as const;
  const found = await detect(makeTurned(clock, 'z'));
  expect(found.evidence[2]).toEqual({
    cue: 'boundingBox',
    reason: 'ground',
    system: 'Z_UP',
    sureness: 0.5,
  });
  expect(isConverted(found)).toBe(false);
});

test('a board against a wall is not offered as one on the floor', async () => {
  const board = makeBoxes([
    { size: [2, 2, 0.06], centre: [0, 0, 0.03], isBaked: true },
    { size: [0.4, 0.4, 0.1], centre: [0.3, 0.2, 0.11], isBaked: true },
  ]);
  expect(await detect(board)).toMatchObject({ system: 'Y_UP', confidence: 0.2 });
});

test('a figure that is larger from the front than from above is not offered as lying', async () => {
  const parts: BoxPlan[] = [
    { size: [1.2, 1.8, 0.5], centre: [0, 0, 0], isBaked: true },
    { size: [0.8, 0.7, 0.8], centre: [0, 1.2, 0.2], isBaked: true },
    { size: [0.3, 0.3, 0.5], centre: [0, 1.2, 0.8], isBaked: true },
  ];
  for (const source of ['obj', 'fbx']) {
    expect(await detect(makeBoxes(parts, { extras: { source } }))).toMatchObject({ system: 'Y_UP' });
  }
});

test('the ground decides against a surface that faces another way: a chair with a high back', async () => {
  const chair = await detect(
    makeBoxes(
      [
        { size: [1, 0.1, 0.5], centre: [0, 0.4, 0], isBaked: true },
        { size: [0.8, 0.4, 0.3], centre: [0, 0.2, 0.05], isBaked: true },
        { size: [1, 2, 0.1], centre: [0, 1.4, -0.3], isBaked: true },
      ],
      { extras: { source: 'obj' } },
    ),
  );
  expect(chair.system).toBe('Y_UP');
  expect(chair.evidence[1]?.system).toBe(null);
  expect(chair.evidence[2]).toMatchObject({ reason: 'ground', system: 'Y_UP' });
});

test('a single weak cue offers nothing', async () => {
  const found = await detect(
    makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 2], isBaked: true }], { extras: { source: 'obj' } }),
  );
  expect(found.evidence[2]).toMatchObject({ reason: 'offCentre', system: 'Z_UP', sureness: 0.5 });
  expect(found).toMatchObject({ system: 'Y_UP', confidence: 0 });
});

test('the file is believed about its own axis, and the only one about a down axis', async () => {
  expect(await detect(makeArrow('z', { upAxis: 'Z' }))).toMatchObject({ system: 'Z_UP', confidence: 1 });
  const doubtful = await detect(makeArrow('y', { up_axis: '-Y' }));
  expect(doubtful.evidence[0]).toEqual({ cue: 'metadata', reason: 'said', system: 'Y_DOWN', sureness: 1 });
  expect(doubtful).toMatchObject({ system: 'Y_UP', confidence: 0.6 });
  const box = makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }], { extras: { upAxis: 'X_DOWN' } });
  expect(await detect(box)).toMatchObject({ system: 'X_DOWN', confidence: 0.4 });
  const nonsense = makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }], { extras: { upAxis: ['Z'] } });
  expect(await detect(nonsense)).toMatchObject({ system: 'Y_UP', confidence: 0.2 });
});

test('only an OBJ of doubtful axes with the proportions of a vehicle lies lengthwise', async () => {
  const car = (size: readonly [number, number, number], source = 'obj') =>
    detect(makeBoxes([{ size, centre: [0, 0, 0], isBaked: true }], { extras: { source } }));
  expect(await car([1.8, 1.5, 4.5])).toMatchObject({ isLengthwise: true });
  expect(await car([1.8, 1.5, 4.5], 'fbx')).toMatchObject({ isLengthwise: false });
  expect(await car([4.5, 1.5, 1.8])).toMatchObject({ isLengthwise: false });
  expect(await car([2, 1, 2.3])).toMatchObject({ isLengthwise: false });
  expect(await car([1, 3, 4])).toMatchObject({ isLengthwise: false });
  // An animal with its legs anyhow.
  const crooked: BoxPlan[] = [
    { size: [1.8, 1.5, 4.5], centre: [0, 0, 0], isBaked: true },
    { size: [0.4, 0.4, 0.4], centre: [-1.1, 0, 0.5], isBaked: true },
    { size: [0.4, 0.4, 0.4], centre: [-1.1, 0, -1.4], isBaked: true },
  ];
  expect(await detect(makeBoxes(crooked, { extras: { source: 'obj' } }))).toMatchObject({
    isLengthwise: false,
  });
  // Sure of its axes: it stands on the ground, with a heavy foot.
  const sure = makeTurned(
    [
      [0, 0],
      [0.5, 0],
      [0.4, 0.5],
      [0, 3],
    ],
    'z',
    { source: 'obj' },
  );
  expect(await detect(sure)).toMatchObject({ system: 'Z_UP', confidence: 0.6, isLengthwise: false });
});

test('refuses what is no model', async () => {
  await expect(detect(new Uint8Array())).rejects.toMatchObject({ failure: { code: 'file-empty' } });
});

interface Sample {
  readonly dest: string;
  readonly files: readonly string[];
  readonly up: string;
}

const SAMPLES = join(import.meta.dirname, '../../../../../shared/samples');
const samples: readonly Sample[] = hasSamples
  ? (JSON.parse(readFileSync(join(SAMPLES, 'manifest.json'), 'utf8')) as Partial<Sample>[]).filter(
      (entry): entry is Sample =>
        (entry.up === 'Y' || entry.up === 'Z') &&
        /\.(glb|gltf|obj)$/.test(entry.dest ?? '') &&
        !/^broken|large_vehicles/.test(entry.dest ?? ''),
    )
  : [];

test.skipIf(!hasSamples).each(samples)(
  'sample $dest stands as it was made or is offered upright',
  async (sample) => {
    const folder = dirname(sample.dest);
    const files = sample.files.map((path) => ({
      path: relative(folder, path),
      file: new Blob([new Uint8Array(readFileSync(join(SAMPLES, path)))]),
    }));
    const found = await detectUpAxis((await packModel(files)).glb);
    const isWrong = sample.up === 'Y' && found.system !== 'Y_UP';
    // Rows of balls, larger from the front than from above.
    expect(isWrong).toBe(/TransmissionTest|MetalRoughSpheres/.test(sample.dest));
    if (sample.up === 'Y') expect(isConverted(found)).toBe(false);
    else expect(found).toMatchObject({ system: `${sample.up}_UP`, confidence: 0.4 });
    expect(found.isLengthwise).toBe(/police_car/.test(sample.dest));
  },
);
