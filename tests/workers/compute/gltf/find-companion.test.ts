import { expect, test } from 'vitest';
import { createCompanionFinder } from '../../../../src/workers/compute/gltf/find-companion.ts';

const finder = (...paths: string[]) =>
  createCompanionFinder(paths.map((path) => ({ path, read: async () => new Blob([path]) })));

/** Path of what is found, else why nothing is. */
function find(paths: readonly string[], from: string, address: string): string {
  const found = finder(...paths).find(from, address);
  return found.kind === 'found' ? found.source.path : found.kind;
}

test.each([
  ['beside the model', ['m/a.gltf', 'm/wood.png', 'wood.png'], 'wood.png', 'm/wood.png'],
  ['below it', ['m/a.gltf', 'm/tex/wood.png'], 'tex/wood.png', 'm/tex/wood.png'],
  ['above it, inside what was given', ['m/a.gltf', 'tex/wood.png'], '../tex/wood.png', 'tex/wood.png'],
  ['at the root', ['m/a.gltf', 'tex/wood.png'], 'tex/wood.png', 'tex/wood.png'],
  ['anywhere under its name', ['m/a.gltf', 'x/y/wood.png'], 'tex/wood.png', 'x/y/wood.png'],
  ['by percent escapes', ['m/a.gltf', 'm/oak wood é.png'], 'oak%20wood%20%C3%A9.png', 'm/oak wood é.png'],
  ['with a per cent sign of its own', ['m/a.gltf', 'm/100%.png'], '100%.png', 'm/100%.png'],
  ['with a query', ['m/a.gltf', 'm/wood.png'], 'wood.png?v=2', 'm/wood.png'],
  ['whatever the case', ['m/a.gltf', 'm/Tex/WOOD.PNG'], 'tex/wood.png', 'm/Tex/WOOD.PNG'],
  [
    'whatever the composition of accents',
    ['m/a.gltf', 'm/cafe\u0301.png'],
    'caf\u00e9.png',
    'm/cafe\u0301.png',
  ],
  ['from Windows', ['m/a.obj', 'm/tex/wood.png'], '.\\tex\\wood.png', 'm/tex/wood.png'],
  ['by name from somebody’s disk', ['m/a.obj', 'm/wood.png'], 'C:\\Users\\me\\wood.png', 'm/wood.png'],
  [
    'by name from its address',
    ['m/a.obj', 'm/oak wood.png'],
    'file:///C:/me/oak%20wood.png',
    'm/oak wood.png',
  ],
  ['by name from a folder of another', ['m/a.obj', 'm/wood.png'], 'file://server/tex/wood.png', 'm/wood.png'],
  ['by name, spelt short', ['m/a.obj', 'm/wood.png'], 'FILE:/home/me/wood.png', 'm/wood.png'],
  ['not at all', ['m/a.gltf'], 'wood.png', 'missing'],
  ['not when two files have its name', ['m/a.gltf', 'x/wood.png', 'y/wood.png'], 'wood.png', 'ambiguous'],
  ['not above what was given', ['m/a.gltf'], '../../../etc/passwd', 'refused'],
  ['not behind escapes', ['m/a.gltf'], '%2e%2e/%2e%2e/passwd', 'refused'],
  ['not from the disk', ['m/a.gltf'], 'file:///etc/passwd', 'refused'],
  [
    'not from the network by way of it',
    ['m/a.gltf', 'm/a.png'],
    'file://https://example.com/a.png',
    'refused',
  ],
  ['not from the network', ['m/a.gltf', 'm/a.png'], 'https://example.com/a.png', 'refused'],
])('a companion is found %s', (_how, paths, address, expected) => {
  expect(find(paths, paths[0] ?? '', address)).toBe(expected);
});

test('what was read is remembered, each file once, and so is what was in doubt', async () => {
  const companions = finder('a.gltf', 'wood.png', 'x/oak.png', 'y/oak.png');
  const first = await companions.read('a.gltf', 'wood.png');
  expect(await companions.read('a.gltf', './WOOD.png')).toBe(first);
  expect(await companions.read('a.gltf', 'oak.png')).toBe('ambiguous');
  expect(await companions.read('a.gltf', 'none.png')).toBe('missing');
  expect([...companions.used.keys()]).toEqual(['wood.png']);
  expect([...companions.ambiguous]).toEqual(['oak.png']);
});
