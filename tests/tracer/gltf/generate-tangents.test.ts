import { expect, it } from 'vitest';
import { generateTangents } from '../../../src/tracer/gltf/generate-tangents.ts';

const INDICES = Uint32Array.of(0, 1, 2, 0, 2, 3);
const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
const NORMALS = Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1);

it('points along growing u, with the bitangent up the image', () => {
  const upright = Float32Array.of(0, 1, 1, 1, 1, 0, 0, 0);
  expect(Array.from(generateTangents(INDICES, POSITIONS, NORMALS, upright).subarray(0, 4))).toEqual([
    1, 0, 0, 1,
  ]);
});

it('turns the sign where the image is mirrored', () => {
  const mirrored = Float32Array.of(1, 1, 0, 1, 0, 0, 1, 0);
  expect(Array.from(generateTangents(INDICES, POSITIONS, NORMALS, mirrored).subarray(0, 4))).toEqual([
    -1, 0, 0, -1,
  ]);
});

it('gives a unit perpendicular where coordinates say nothing', () => {
  const tangents = generateTangents(INDICES, POSITIONS, NORMALS, new Float32Array(8));
  const [x = 0, y = 0, z = 0] = tangents;
  expect(x * x + y * y + z * z).toBeCloseTo(1, 6);
  expect(Math.abs(z)).toBe(0);
});
