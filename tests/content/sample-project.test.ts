import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LibraryRow } from '../../scripts/content/library-row.ts';
import { createHeadphones } from '../../scripts/content/sample/headphones.ts';
import { SAMPLE_PROJECT } from '../../scripts/content/sample/sample-project.ts';
import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import { readReport } from '../support/read-report.ts';

const library: LibraryRow[] = JSON.parse(readFileSync('content/library.json', 'utf8'));

test('the committed project is the one the script holds', () => {
  expect(JSON.parse(readFileSync('content/sample-project.json', 'utf8'))).toEqual(SAMPLE_PROJECT);
});

test('the project says how its model stands as the import of that file would', async () => {
  const { normalisation } = await readReport(readFileSync('content/sample.glb'));
  expect(SAMPLE_PROJECT.model.normalisation).toEqual(normalisation);
});

test('the project dresses every material of the model with things that exist', () => {
  const slugs = (kind: LibraryRow['kind']) =>
    library.filter((row) => row.kind === kind).map((row) => row.slug);
  const worn = new Set(createHeadphones().map((part) => part.material));
  expect(new Set(SAMPLE_PROJECT.dressing.map((row) => row.material))).toEqual(worn);
  for (const { library: slug } of SAMPLE_PROJECT.dressing)
    if (slug) expect(slugs('material')).toContain(slug);
  expect(slugs('background')).toContain(SAMPLE_PROJECT.background);
  expect(slugs('style')).toContain(SAMPLE_PROJECT.style);
  for (const text of Object.values(SAMPLE_PROJECT.prompt)) expect(text.length).toBeLessThanOrEqual(500);
});

test('whatever in the model has a name has it in both languages, a different one for each', async () => {
  const { json } = readGlb(readFileSync('content/sample.glb'));
  const named = [json.materials, json.nodes, json.meshes].flatMap((list) => list ?? []);
  const parts = [...new Set(named.flatMap(({ name }) => name ?? []))];
  expect(Object.keys(SAMPLE_PROJECT.names).sort()).toEqual(parts.sort());
  const all = Object.entries(SAMPLE_PROJECT.names);
  expect(all.filter(([name, { en }]) => en !== name)).toEqual([]);
  expect(new Set(all.map(([, { es }]) => es)).size).toBe(all.length);
});

/** All points of the sample in the stage frame: centred, largest dimension 10 units. */
function stagePoints(): [number, number, number][] {
  const all = createHeadphones().flatMap(({ mesh }) => mesh.positions);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < all.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, all[i]!);
    high[i % 3] = Math.max(high[i % 3]!, all[i]!);
  }
  const scale = 10 / Math.max(...high.map((value, c) => value - low[c]!));
  const at = (i: number, c: number) => (all[i + c]! - (low[c]! + high[c]!) / 2) * scale;
  const points: [number, number, number][] = [];
  for (let i = 0; i < all.length; i += 3) points.push([at(i, 0), at(i, 1), at(i, 2)]);
  return points;
}

test('the hero view holds the whole product with room around it, the others come near', () => {
  const points = stagePoints();
  const reach = SAMPLE_PROJECT.views.map(({ position, target, fovDegrees }) => {
    const [x, y, z] = [0, 1, 2].map((c) => target[c]! - position[c]!) as [number, number, number];
    const far = Math.hypot(x, y, z);
    const forward = [x / far, y / far, z / far] as const;
    const flat = Math.hypot(forward[0], forward[2]);
    const right = [-forward[2] / flat, 0, forward[0] / flat] as const;
    const up = [
      -right[2] * forward[1],
      right[2] * forward[0] - right[0] * forward[2],
      right[0] * forward[1],
    ] as const;
    const tangent = Math.tan((fovDegrees * Math.PI) / 360);
    const nearest = Math.min(
      ...points.map((p) => Math.hypot(p[0] - position[0], p[1] - position[1], p[2] - position[2])),
    );
    expect(nearest, 'the camera stands outside the product').toBeGreaterThan(1);
    let widest = 0;
    for (const p of points) {
      const d = [p[0] - position[0], p[1] - position[1], p[2] - position[2]] as const;
      const depth = d[0] * forward[0] + d[1] * forward[1] + d[2] * forward[2];
      const across = d[0] * right[0] + d[1] * right[1] + d[2] * right[2];
      const rise = d[0] * up[0] + d[1] * up[1] + d[2] * up[2];
      widest = Math.max(widest, Math.abs(across) / (depth * tangent), Math.abs(rise) / (depth * tangent));
    }
    return widest;
  });
  expect(reach[0]).toBeGreaterThan(0.7);
  expect(reach[0]).toBeLessThan(0.93);
  expect(reach[1]).toBeGreaterThan(1);
  expect(reach[2]).toBeGreaterThan(1);
});
