import { expect, test } from 'vitest';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { packModel } from '../../../../src/workers/compute/pack/pack-model.ts';
import { openGlb } from '../../../support/open-glb.ts';
import { makePng } from '../../../support/tiny-image.ts';

const SQUARE = 'v 0 0 0 # a b c\nv 1 0 0 #1 1 1 1\nv 1 1 0\nv 0 1 0\nvt 0 0 # vt\nvn 0 0 1 # vn\n';

async function pack(obj: string, companions: Record<string, BlobPart> = {}) {
  const files = Object.entries({ 'part.obj': obj, ...companions });
  const { glb } = await packModel(files.map(([path, content]) => ({ path, file: new Blob([content]) })));
  return { ...(await openGlb(glb)), warnings: (await inspectModel(glb)).warnings };
}

test('a comment may stand behind every statement', async () => {
  const { json, warnings } = await pack(
    `# C:\\parts\\\n${SQUARE}f 1/1/1 2/1/1 3/1/1 # first\nf 1 3 4 #second 2\nl 1 2 # line\np 3 # point\n`,
  );
  expect(warnings).toEqual([]);
  const primitives = json.meshes?.[0]?.primitives ?? [];
  expect(primitives.map(({ mode }) => mode)).toEqual([4, 1, 0]);
  expect(primitives.map(({ indices }) => json.accessors?.[indices ?? -1]?.count)).toEqual([6, 2, 1]);
  expect(primitives[0]?.attributes).not.toHaveProperty('COLOR_0');
});

test.each([
  ['behind', 'usemtl red # paint', 'newmtl red'],
  ['in the library', 'usemtl red', 'newmtl red # of the roof\t'],
  ['in both', 'usemtl red #1', 'newmtl red # of the roof'],
])('a material is found with a comment %s', async (_where, use, name) => {
  const { json, warnings } = await pack(`mtllib my paint.mtl # red\n${SQUARE}${use}\nf 1 2 3 4\n`, {
    'my paint.mtl': `${name}\nKd 1 0 0 # red\nmap_Kd -s 2 2 2 my oak.png # of the roof\n`,
    'my oak.png': makePng(),
  });
  expect(warnings).toEqual([]);
  expect(json.materials?.[0]).toMatchObject({ name: 'red' });
  expect(json.images?.map((image) => (image as { name?: string }).name)).toEqual(['my oak.png']);
});

test('a name may hold the sign of a comment', async () => {
  const { json } = await pack(`mtllib p.mtl\n${SQUARE}usemtl Wood # 2\nf 1 2 3\nusemtl Wood\nf 1 3 4\n`, {
    'p.mtl': 'newmtl Wood\nKd 1 0 0\nnewmtl Wood # 2\nKd 0 1 0\nmap_Kd oak # 2.png\n',
    'oak # 2.png': makePng(),
  });
  expect(json.materials?.map(({ name }) => name)).toEqual(['Wood # 2', 'Wood']);
  expect(JSON.stringify(json.materials?.[1])).toContain('[1,0,0,1]');
  expect(json.images?.map((image) => (image as { name?: string }).name)).toEqual(['oak # 2.png']);
});

test('what is missing is named without its comment', async () => {
  const { warnings } = await pack(`mtllib p.mtl\n${SQUARE}usemtl m\nf 1 2 3\n`, {
    'p.mtl': 'newmtl m\nmap_Kd oak.png # of the roof\n',
  });
  expect(JSON.stringify(warnings)).toContain('"oak.png"');
});
