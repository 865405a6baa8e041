import { expect, test } from 'vitest';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { judgeTriangles, mendPoints } from '../../../src/tracer/gltf/mend-geometry.ts';
import { makeHoled, makeSquare, makeTorn, makeUnturned } from '../../support/broken-models.ts';
import { AS_IT_IS, openDecoders } from '../../support/tiny-model.ts';

const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

test('good triangles stay the very ones they were', () => {
  expect(mendPoints(SQUARE)).toBeNull();
  expect(judgeTriangles(SQUARE, null, [0, 1, 2, 0, 2, 3])).toEqual({
    kept: null,
    strayCount: 0,
    isVisible: true,
  });
});

test('triangles whose corners are not there, or are no numbers, are left out', () => {
  const judged = judgeTriangles(SQUARE, null, [0, 1, 2, 0, 2, 99]);
  expect(judged).toEqual({ kept: Uint32Array.of(0, 1, 2), strayCount: 1, isVisible: true });
  const mended = mendPoints([...SQUARE.slice(0, 9), 0, Number.NaN, 0]);
  expect([...(mended?.positions ?? [])].every(Number.isFinite)).toBe(true);
  expect(judgeTriangles(mended?.positions ?? [], mended?.bad ?? null, [0, 1, 2, 0, 2, 3])).toEqual(judged);
});

test('triangles without an area are not seen', () => {
  expect(judgeTriangles(SQUARE, null, [0, 0, 1, 2, 2, 3]).isVisible).toBe(false);
  expect(judgeTriangles([0, 0, 0, 1, 1, 1, 3, 3, 3], null, null).isVisible).toBe(false);
  expect(judgeTriangles([], null, []).isVisible).toBe(false);
});

test('the tracer draws what is left of a damaged mesh, and of no turn a part as it stands', async () => {
  const decoders = await openDecoders();
  const read = async (glb: Uint8Array) => (await loadModel(glb, AS_IT_IS, decoders)).geometry;
  const whole = await read(makeSquare());
  for (const glb of [makeHoled(), makeTorn()]) {
    const { triangleCount, positions } = await read(glb).then(({ indices, positions: points }) => ({
      triangleCount: indices.length / 3,
      positions: points,
    }));
    expect(triangleCount).toBe(1);
    expect([...positions].every(Number.isFinite)).toBe(true);
  }
  expect((await read(makeUnturned())).positions).toEqual(whole.positions);
  await expect(read(makeSquare({ indices: [7, 8, 9] }))).rejects.toMatchObject({
    failure: { code: 'model-unreadable', reason: 'nothing-visible' },
  });
});
