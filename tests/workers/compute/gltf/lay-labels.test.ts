import { expect, test } from 'vitest';
import type { ExportPatch } from '../../../../src/contract/compute-values.ts';
import { LABEL_FINISHES, type Label } from '../../../../src/contract/scene/label.ts';
import { exportGlb } from '../../../../src/workers/compute/gltf/export-glb.ts';
import { makeProducts, UNITS_PER_METRE } from '../../../support/labelled-products.ts';
import { readReport } from '../../../support/read-report.ts';
import { openDecoders, openGlb } from '../../../support/tiny-model.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const decoders = {
  draco: async () => (await openDecoders()).draco,
  meshopt: async () => (await openDecoders()).meshopt,
};

/** The product of that name exported with one label of 3 by 2 units, and what is in the file. */
async function exportWith(
  name: 'bottle' | 'box',
  more: Partial<Label> = {},
  patch: Partial<ExportPatch> = {},
) {
  const product = (await makeProducts()).find((one) => one.name === name);
  if (product === undefined) throw new Error('no such product');
  const label: Label = {
    imageHash: 'a'.repeat(64) as never,
    name: 'front',
    target: { kind: 'node', nodeIndex: 0 },
    axis: [0, 1, 0],
    width: 3,
    height: 2,
    rotationRadians: 0,
    depth: 1,
    finish: 'print',
    opacity: 0.75,
    hasUnderprint: true,
    ...product.label,
    ...more,
  };
  const { normalisation } = await readReport(product.glb);
  const file = await exportGlb(
    new Blob([product.glb as Uint8Array<ArrayBuffer>]),
    {
      normalisation: [...normalisation],
      modelTransform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      hiddenNodes: [],
      dressings: [],
      materials: [],
      labels: [{ label, image: new Blob([PNG], { type: 'image/png' }) }],
      ...patch,
    },
    decoders,
  );
  const document = await openGlb(new Uint8Array(await file.arrayBuffer()));
  const node = document
    .getRoot()
    .listNodes()
    .find((one) => one.getName() === 'front');
  const primitive = node?.getMesh()?.listPrimitives()[0];
  const values = (semantic: string): number[] => [...(primitive?.getAttribute(semantic)?.getArray() ?? [])];
  const column = (semantic: string, size: number, at: number): number[] =>
    values(semantic).filter((_, index) => index % size === at);
  return { label, document, node, material: primitive?.getMaterial() ?? null, column };
}

const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)];

test('a flat label is a mesh just before its part, as large as the label, with its whole picture', async () => {
  const { label, node, material, column, document } = await exportWith('box');
  expect(node?.getParentNode()?.getName()).toBe(document.getRoot().listNodes()[0]?.getName());
  const [x, y, z] = [0, 1, 2].map((at) => range(column('POSITION', 3, at)));
  const metres = (units: number): number => units / UNITS_PER_METRE;
  expect(x?.[0]).toBeCloseTo(metres(label.position[0] - 1.5), 5);
  expect(x?.[1]).toBeCloseTo(metres(label.position[0] + 1.5), 5);
  expect(y?.[0]).toBeCloseTo(metres(5 + label.position[1] - 1), 5);
  expect(y?.[1]).toBeCloseTo(metres(5 + label.position[1] + 1), 5);
  expect(z?.[0]).toBeGreaterThan(0.03);
  expect(z?.[1]).toBeLessThan(0.0305);
  for (const at of [0, 1]) {
    const [low = 1, high = 0] = range(column('TEXCOORD_0', 2, at));
    expect(low).toBeCloseTo(0, 5);
    expect(high).toBeCloseTo(1, 5);
  }
  // The picture's left is at the left, its top at the top.
  const [u, v] = [column('TEXCOORD_0', 2, 0), column('TEXCOORD_0', 2, 1)];
  const left = column('POSITION', 3, 0).indexOf(x?.[0] ?? Number.NaN);
  const top = column('POSITION', 3, 1).indexOf(y?.[1] ?? Number.NaN);
  expect(u[left]).toBeCloseTo(0, 5);
  expect(v[top]).toBeCloseTo(0, 5);
  expect(material?.getAlphaMode()).toBe('BLEND');
  expect(material?.getBaseColorFactor()).toEqual([1, 1, 1, 0.75]);
  expect(Buffer.from(material?.getBaseColorTexture()?.getImage() ?? [])).toEqual(PNG);
});

test('a wrapped label goes around the bottle: its width is measured along it', async () => {
  const { label, column } = await exportWith('bottle');
  const [x, z] = [column('POSITION', 3, 0), column('POSITION', 3, 2)];
  const u = column('TEXCOORD_0', 2, 0);
  for (const [at, one] of u.entries()) {
    const angle = Math.atan2(x[at] ?? 0, z[at] ?? 0);
    expect(angle * label.radius).toBeCloseTo((one - 0.5) * label.width, 2);
    expect(Math.hypot(x[at] ?? 0, z[at] ?? 0)).toBeGreaterThan(0.0419);
    expect(Math.hypot(x[at] ?? 0, z[at] ?? 0)).toBeLessThan(0.0425);
  }
  const [low = 1, high = 0] = range(u);
  expect(low).toBeCloseTo(0, 4);
  expect(high).toBeCloseTo(1, 4);
});

test('a turned label is turned in the file, and keeps its size', async () => {
  const { column } = await exportWith('box', { rotationRadians: Math.PI / 2, position: [0, 0, 1.2] });
  const [x = [], y = []] = [0, 1].map((at) => range(column('POSITION', 3, at)));
  expect((x[1] ?? 0) - (x[0] ?? 0)).toBeCloseTo(2 / UNITS_PER_METRE, 5);
  expect((y[1] ?? 0) - (y[0] ?? 0)).toBeCloseTo(3 / UNITS_PER_METRE, 5);
});

test.each(LABEL_FINISHES)('%s is said in the terms of glTF', async (finish) => {
  const { material } = await exportWith('box', { finish });
  expect(material?.getMetallicFactor()).toBe(finish === 'foil' ? 1 : 0);
  expect(material?.getExtension('KHR_materials_clearcoat') !== null).toBe(finish === 'gloss');
  expect(material?.getExtension('KHR_materials_specular') !== null).toBe(finish === 'gloss');
  expect(material?.getRoughnessFactor()).toBeCloseTo(
    { print: 0.6, gloss: 0.6, matt: 0.85, foil: 0.32 }[finish],
  );
});

test('a label goes along with a product that was moved and turned', async () => {
  // A quarter turn about Y, and a step to the right.
  const { column } = await exportWith(
    'box',
    {},
    { modelTransform: [0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1] },
  );
  const [low = 0, high = 0] = range(column('POSITION', 3, 2));
  expect(low).toBeGreaterThan(0.03);
  expect(high).toBeLessThan(0.0305);
});

test('a label that does not touch its part leaves the file without one', async () => {
  const { node } = await exportWith('box', { target: { kind: 'node', nodeIndex: 9 } });
  expect(node).toBeUndefined();
});
