import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rows = read('docs/gltf.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const named = new Map(rows.map(([, name = '', ...cells]) => [name.match(/\w+/)?.[0] ?? '', cells]));
const source = read('src/tracer/scene/check-traceable.ts');
const listOf = (start: string) => {
  const text = source.slice(source.indexOf(start));
  return [...text.slice(0, text.indexOf('\n}')).matchAll(/\b((?:KHR|EXT)_\w+)/g)].map(
    ([, name]) => name ?? '',
  );
};

test('every extension that Studio knows has a line, which says whether it draws it', () => {
  const drawn = listOf('const DRAWN');
  const not = listOf('const NOT_DRAWN');
  expect(drawn.length).toBeGreaterThan(10);
  expect(not.length).toBeGreaterThan(0);
  for (const name of listOf('const UNDERSTOOD')) expect([...named.keys()]).toContain(name);
  for (const name of drawn.slice(0, drawn.indexOf(not[0] ?? '')))
    expect(named.get(name)?.[1], name).toMatch(/^(?:yes|said)/);
  for (const name of not) expect(named.get(name)?.[1], name).toMatch(/^—/);
});

test('what a line says Studio leaves out is named before the order, and the rest is drawn', () => {
  const known = [...listOf('const UNDERSTOOD'), ...listOf('const DRAWN')];
  const not = listOf('const NOT_DRAWN');
  for (const [name, [, studio = '']] of named) {
    if (name === 'KHR_animation_pointer' || !/^(?:KHR|EXT)_/.test(name)) continue;
    // What the stage shows and Studio leaves out is said before the order.
    if (/^—/.test(studio)) expect(not, name).toContain(name);
    else expect(known, name).toContain(name);
  }
});

test('no line names what nothing here knows', () => {
  const known =
    ['src/workers/compute/gltf/describe-contents.ts', 'src/tracer/animation/sample-animation.ts']
      .map(read)
      .join() + source;
  for (const name of named.keys()) expect(known, name).toContain(name);
});
