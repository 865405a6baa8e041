import { expect, test } from 'vitest';
import { packModel } from '../../../../src/workers/compute/pack/pack-model.ts';
import { openGlb } from '../../../support/open-glb.ts';
import { makePng } from '../../../support/tiny-image.ts';

const SQUARE = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

/** How bright the picture of each material is drawn, in linear light: red of its factor. */
async function tintsOf(...colours: readonly string[]): Promise<number[]> {
  const names = colours.map((_, at) => `m${at}`);
  const faces = names.map((name) => `usemtl ${name}\nf 1 2 3 4\n`).join('');
  const mtl = names.map((name, at) => `newmtl ${name}\n${colours[at]}\nmap_Kd oak.png\n`).join('');
  const files = Object.entries({
    'part.obj': `mtllib p.mtl\n${SQUARE}${faces}`,
    'p.mtl': mtl,
    'oak.png': makePng(),
  });
  const { glb } = await packModel(files.map(([path, content]) => ({ path, file: new Blob([content]) })));
  const { json } = await openGlb(glb);
  return (json.materials ?? []).map((material) => {
    const { pbrMetallicRoughness } = material as { pbrMetallicRoughness?: { baseColorFactor?: number[] } };
    return Number((pbrMetallicRoughness?.baseColorFactor?.[0] ?? 1).toFixed(4));
  });
}

test('greys beside pictures were chosen where they differ', async () => {
  expect(await tintsOf('Kd 1 1 1', 'Kd 0.3 0.3 0.3')).toEqual([1, 0.0732]);
  expect(await tintsOf('Kd 0.8 0.8 0.8', 'Kd 0.3 0.3 0.3', 'Kd 0.5')).toEqual([1, 0.0732, 0.214]);
  expect(await tintsOf('Kd 1 0 0', 'Kd 0.3 0.3 0.3')).toEqual([1, 0.0732]);
});

test('a grey that all pictures have, or that programs leave, was chosen by nobody', async () => {
  expect(await tintsOf('Kd 0.3 0.3 0.3', 'Kd 0.300000 0.300000 0.300000')).toEqual([1, 1]);
  expect(await tintsOf('Kd 0.3 0.3 0.3')).toEqual([1]);
  const left = ['', 'Kd 0 0 0', 'Kd 0.4', 'Kd 0.588 0.588 0.588', 'Kd 0.6 0.6 0.6', 'Kd 0.640000', 'Kd 0.8'];
  expect(await tintsOf(...left)).toEqual(left.map(() => 1));
});
