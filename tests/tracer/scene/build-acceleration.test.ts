import { SphereGeometry, TorusKnotGeometry } from 'three';
import { expect, test } from 'vitest';
import { openKernel } from '../../../src/tracer/kernel/open-kernel.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../../src/tracer/scene/pack-scene.ts';
import type { SceneGeometry } from '../../../src/tracer/scene.ts';
import { readKernel, soup, sphereScene } from '../../support/tracer-scenes.ts';
import { openReference } from '../reference/open-reference.ts';

const wasm = readKernel();

/** Knot and sphere, then slivers and points, then 40 triangles whose centres coincide, which no tree can part. */
function awkwardGeometry(): SceneGeometry {
  const base = soup([new TorusKnotGeometry(2, 0.5, 60, 10), new SphereGeometry(1.2, 20, 14)], [0, 0]);
  const positions = [...base.positions];
  const normals = [...base.normals];
  const indices = [...base.indices];
  const triangle = (...corners: readonly (readonly [number, number, number])[]) => {
    for (const corner of corners) {
      indices.push(positions.length / 3);
      positions.push(...corner);
      normals.push(0, 1, 0);
    }
  };
  triangle([0, 0, 0], [0, 0, 0], [0, 0, 0]);
  triangle([-3, -3, -3], [0, 0, 0], [3, 3, 3]);
  triangle([1, 2, 3], [1, 2, 3], [-2, 1, 0]);
  for (let i = 0; i < 40; i++) {
    const angle = i * 0.15;
    const radius = 0.5 + (i % 7) * 0.1;
    const corner = (k: number) =>
      [3 + radius * Math.cos(angle + k * 2.0943951), 2.5, radius * Math.sin(angle + k * 2.0943951)] as const;
    triangle(corner(0), corner(1), corner(2));
  }
  return {
    ...base,
    positions: Float32Array.from(positions),
    normals: Float32Array.from(normals),
    uv0: new Float32Array((positions.length / 3) * 2),
    uv1: new Float32Array((positions.length / 3) * 2),
    indices: Uint32Array.from(indices),
    materialOfTriangle: new Uint16Array(indices.length / 3),
  };
}

/** Random directions from random places; every fourth ray is parallel to an axis, every eighth with a zero minus. */
function randomRays(count: number): Float32Array {
  let state = 12345;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const rays = new Float32Array(count * 6);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) rays[i * 6 + axis] = (random() - 0.5) * 10;
    const direction = [random() - 0.5, random() - 0.5, random() - 0.5];
    if (i % 4 === 0) {
      direction.fill(i % 8 === 0 ? -0 : 0);
      direction[(i >> 3) % 3] = random() < 0.5 ? -1 : 1;
      // Whole coordinates, so that rays also run in the planes of boxes.
      if (i % 16 === 0)
        for (let axis = 0; axis < 3; axis++) rays[i * 6 + axis] = Math.round(rays[i * 6 + axis]!);
    }
    const length = Math.hypot(...direction);
    for (let axis = 0; axis < 3; axis++) rays[i * 6 + 3 + axis] = direction[axis]! / length;
  }
  return rays;
}

/** Corner, two edges and their cross product of every triangle, in double precision: 12 numbers each. */
function unfold({ indices, positions: p }: SceneGeometry): Float64Array {
  const out = new Float64Array((indices.length / 3) * 12);
  for (let t = 0; t < indices.length / 3; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => indices[t * 3 + k]! * 3) as [number, number, number];
    const [ux, uy, uz] = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!];
    const [vx, vy, vz] = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!];
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    out.set([p[a]!, p[a + 1]!, p[a + 2]!, ux, uy, uz, vx, vy, vz, ...normal], t * 12);
  }
  return out;
}

/** Every hit of one ray, nearest first. @param seesBacks False: triangles that turn their back to it are not there. */
function bruteForce(
  f: Float64Array,
  ray: Float32Array,
  seesBacks: boolean,
): { t: number; triangle: number }[] {
  const [ox, oy, oz, dx, dy, dz] = Array.from(ray) as [number, number, number, number, number, number];
  const hits: { t: number; triangle: number }[] = [];
  for (let i = 0; i < f.length; i += 12) {
    const nx = f[i + 9]!;
    const ny = f[i + 10]!;
    const nz = f[i + 11]!;
    const square = nx * nx + ny * ny + nz * nz;
    const slope = nx * dx + ny * dy + nz * dz;
    if (square < 1e-12 || slope === 0 || (slope > 0 && !seesBacks)) continue;
    const t = (nx * (f[i]! - ox) + ny * (f[i + 1]! - oy) + nz * (f[i + 2]! - oz)) / slope;
    if (t <= 0) continue;
    const sx = ox + dx * t - f[i]!;
    const sy = oy + dy * t - f[i + 1]!;
    const sz = oz + dz * t - f[i + 2]!;
    const cross = (x: number, y: number, z: number) =>
      ((sy * z - sz * y) * nx + (sz * x - sx * z) * ny + (sx * y - sy * x) * nz) / square;
    const w1 = cross(f[i + 6]!, f[i + 7]!, f[i + 8]!);
    const w2 = -cross(f[i + 3]!, f[i + 4]!, f[i + 5]!);
    if (w1 >= -1e-6 && w2 >= -1e-6 && w1 + w2 <= 1 + 1e-6) hits.push({ t, triangle: i / 12 });
  }
  return hits.sort((x, y) => x.t - y.t);
}

test.each([true, false])(
  '10,000 rays: brute force, the reference and the kernel find the same triangle, double-sided: %s',
  (isDoubleSided) => {
    const geometry = awkwardGeometry();
    const packed = packScene({ ...sphereScene({ isDoubleSided }), geometry }, buildAcceleration(geometry));
    const rays = randomRays(10_000);
    const [ofKernel, ofReference] = [openKernel(wasm, packed), openReference(packed)].map((tracer) => {
      const hits = new Float64Array(20_000);
      tracer.castRays(rays, hits);
      return hits;
    });
    expect(ofReference).toEqual(ofKernel);
    const unfolded = unfold(geometry);
    let hitCount = 0;
    const wrong: number[] = [];
    for (let i = 0; i < 10_000; i++) {
      const [t, triangle] = [ofKernel![i * 2]!, ofKernel![i * 2 + 1]!];
      const all = bruteForce(unfolded, rays.subarray(i * 6, i * 6 + 6), isDoubleSided);
      if (triangle < 0) {
        // A ray along an edge may be seen on either side of it.
        if (all.some((hit) => hit.t > 1e-4 && !isOnEdge(geometry, rays, i, hit))) wrong.push(i);
        continue;
      }
      hitCount++;
      const same = all.find((hit) => hit.triangle === triangle);
      const isFirst = all.length > 0 && t <= all[0]!.t + 1e-4;
      if (!same || Math.abs(same.t - t) > 1e-5 * Math.max(1, t) || !(isFirst || all[0]!.t < 1e-4))
        wrong.push(i);
    }
    expect(hitCount).toBeGreaterThan(1000);
    expect(wrong).toEqual([]);
  },
);

/** Whether a hit lies within rounding of its triangle's border. */
function isOnEdge(
  g: SceneGeometry,
  rays: Float32Array,
  ray: number,
  { t, triangle }: { t: number; triangle: number },
) {
  const at = (k: number) => [0, 1, 2].map((axis) => g.positions[g.indices[triangle * 3 + k]! * 3 + axis]!);
  const point = [0, 1, 2].map((axis) => rays[ray * 6 + axis]! + rays[ray * 6 + 3 + axis]! * t);
  return [0, 1, 2].some((k) => {
    const [a, b] = [at(k), at((k + 1) % 3)];
    const along = a.map((x, axis) => b[axis]! - x);
    const length2 = along.reduce((sum, x) => sum + x * x, 0);
    const share = along.reduce((sum, x, axis) => sum + x * (point[axis]! - a[axis]!), 0) / length2;
    return Math.hypot(...point.map((x, axis) => x - a[axis]! - share * along[axis]!)) < 1e-5;
  });
}

test('degenerate triangles are never hit', () => {
  const geometry = awkwardGeometry();
  const first = geometry.indices.length / 3 - 43;
  const packed = packScene({ ...sphereScene({}), geometry }, buildAcceleration(geometry));
  const rays = new Float32Array(3000);
  for (let i = 0; i < 500; i++)
    rays.set([(i - 250) / 83, (i - 250) / 83, (i - 250) / 83 + 5, 0, 0, -1], i * 6);
  const hits = new Float64Array(1000);
  openKernel(wasm, packed).castRays(rays, hits);
  const found = new Set(hits.filter((_, i) => i % 2 === 1));
  for (const triangle of [first, first + 1, first + 2]) expect(found.has(triangle)).toBe(false);
  expect(found.size).toBeGreaterThan(5);
});

test('bounds enclose the geometry; an empty one is never hit', () => {
  expect(buildAcceleration(soup([new SphereGeometry(2, 32, 16)])).bounds.map(Math.round)).toEqual([
    -2, -2, -2, 2, 2, 2,
  ]);
  const empty = soup([]);
  const packed = packScene({ ...sphereScene({}), geometry: empty }, buildAcceleration(empty));
  const hits = new Float64Array(2);
  openKernel(wasm, packed).castRays(Float32Array.of(0, 0, 5, 0, 0, -1), hits);
  expect([...hits]).toEqual([Number.POSITIVE_INFINITY, -1]);
});
