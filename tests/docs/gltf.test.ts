import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findUntraceable, UNDERSTOOD } from '../../src/tracer/scene/check-traceable.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rows = read('docs/gltf.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const named = new Map(rows.map(([, name = '', ...cells]) => [name.match(/\w+/)?.[0] ?? '', cells]));
const source = read('src/tracer/scene/check-traceable.ts');
const notDrawn = source.slice(source.indexOf('const NOT_DRAWN'));
const LEFT_OUT = [...notDrawn.slice(0, notDrawn.indexOf('\n}')).matchAll(/\b((?:KHR|EXT)_\w+)/g)].map(
  ([, name]) => name ?? '',
);

test('every extension that Studio knows has a line, which says whether it draws it', () => {
  expect(UNDERSTOOD.size).toBeGreaterThan(20);
  for (const name of UNDERSTOOD) expect(named.get(name)?.[1], name).toMatch(/^[^—]/);
  expect(LEFT_OUT.length).toBeGreaterThan(0);
  for (const name of LEFT_OUT) expect(named.get(name)?.[1], name).toMatch(/^—/);
});

test('what a line says Studio leaves out is named before the order, and the rest is drawn', () => {
  for (const [name, [, studio = '']] of named) {
    if (name === 'KHR_animation_pointer' || !/^(?:KHR|EXT)_/.test(name)) continue;
    const { model, materials } = findUntraceable({
      asset: { version: '2.0' },
      extensionsRequired: [name],
      materials: [
        name.includes('_materials_') ? { extensions: { [name]: { bumpTexture: { index: 0 } } } } : {},
      ],
      meshes: [{ primitives: [{ attributes: {}, material: 0 }] }],
    });
    // What the stage shows and Studio leaves out is said before the order.
    expect(model.length + materials.length > 0, name).toBe(/^—/.test(studio));
  }
});

test('no line names what nothing here knows', () => {
  const known =
    ['src/workers/compute/gltf/describe-contents.ts', 'src/tracer/animation/sample-animation.ts']
      .map(read)
      .join() +
    source +
    [...UNDERSTOOD].join();
  for (const name of named.keys()) expect(known, name).toContain(name);
});
