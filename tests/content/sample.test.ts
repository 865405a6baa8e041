import { readFile } from 'node:fs/promises';
import { type Document, NodeIO, type Primitive } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { MeshoptDecoder } from 'meshoptimizer';
import { expect, test } from 'vitest';

async function readSample(): Promise<Document> {
  await MeshoptDecoder.ready;
  const io = new NodeIO()
    .registerExtensions([EXTMeshoptCompression])
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  return io.readBinary(await readFile('content/sample.glb'));
}

function primitives(document: Document): [string, Primitive][] {
  return document
    .getRoot()
    .listNodes()
    .flatMap((node) =>
      (node.getMesh()?.listPrimitives() ?? []).map((p): [string, Primitive] => [node.getName(), p]),
    );
}

test('the sample has named parts that wear four materials', async () => {
  const parts = primitives(await readSample());
  const worn = Object.fromEntries(parts.map(([name, p]) => [name, p.getMaterial()?.getName()]));
  const both = (name: string, material: string) => ({
    [`Left ${name}`]: material,
    [`Right ${name}`]: material,
  });
  expect(worn).toEqual({
    Headband: 'Leather',
    'Headband padding': 'Leather',
    ...both('cup shell', 'Cup shell'),
    ...both('rim ring', 'Rim and yoke'),
    ...both('cushion', 'Leather'),
    ...both('speaker mesh', 'Speaker mesh'),
    ...both('yoke', 'Rim and yoke'),
    ...both('slider', 'Rim and yoke'),
  });
});

test('the sample has the size of headphones and a sensible number of triangles', async () => {
  const parts = primitives(await readSample());
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  let triangles = 0;
  for (const [, p] of parts) {
    triangles += p.getIndices()!.getCount() / 3;
    const min = p.getAttribute('POSITION')!.getMin([]);
    const max = p.getAttribute('POSITION')!.getMax([]);
    for (let c = 0; c < 3; c++) {
      low[c] = Math.min(low[c]!, min[c]!);
      high[c] = Math.max(high[c]!, max[c]!);
    }
  }
  expect(triangles).toBeGreaterThan(60_000);
  expect(triangles).toBeLessThan(110_000);
  const [width, height, depth] = high.map((value, c) => value - low[c]!);
  expect(width).toBeGreaterThan(0.16);
  expect(width).toBeLessThan(0.2);
  expect(height).toBeGreaterThan(0.17);
  expect(height).toBeLessThan(0.22);
  expect(depth).toBeGreaterThan(0.07);
  expect(depth).toBeLessThan(0.1);
  // The wearer's sides mirror each other.
  expect(low[0]! + high[0]!).toBeCloseTo(0, 5);
});

test('every triangle has an area, unit normals that look the way it does, and texture coordinates', async () => {
  for (const [name, p] of primitives(await readSample())) {
    const positions = p.getAttribute('POSITION')!.getArray()!;
    const normals = p.getAttribute('NORMAL')!.getArray()!;
    const uvs = p.getAttribute('TEXCOORD_0')!.getArray()!;
    const indices = p.getIndices()!.getArray()!;
    expect(normals.length, name).toBe(positions.length);
    expect(uvs.length / 2, name).toBe(positions.length / 3);
    expect(uvs.every(Number.isFinite), name).toBe(true);
    let worstLength = 0;
    for (let i = 0; i < normals.length; i += 3) {
      worstLength = Math.max(
        worstLength,
        Math.abs(Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!) - 1),
      );
    }
    expect(worstLength, `${name}: normals`).toBeLessThan(0.001);
    let smallest = Infinity;
    let turned = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const at = (k: number, c: number) => positions[indices[i + k]! * 3 + c]!;
      const e = [0, 1, 2].map((c) => at(1, c) - at(0, c)) as [number, number, number];
      const f = [0, 1, 2].map((c) => at(2, c) - at(0, c)) as [number, number, number];
      const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]] as const;
      smallest = Math.min(smallest, Math.hypot(...n) / 2);
      const shading = [0, 1, 2].map((c) =>
        [0, 1, 2].reduce((sum, k) => sum + normals[indices[i + k]! * 3 + c]!, 0),
      ) as [number, number, number];
      if (n[0] * shading[0] + n[1] * shading[1] + n[2] * shading[2] <= 0) turned++;
    }
    expect(smallest, `${name}: smallest triangle, square metres`).toBeGreaterThan(0);
    expect(turned, `${name}: faces against their normals`).toBe(0);
  }
});
