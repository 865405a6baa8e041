import { expect, test } from 'vitest';
import { collectDrop, nameFiles } from '../../../src/app/browser/collect-files.ts';

interface Tree {
  readonly [name: string]: Tree | string | Error;
}

/** A file or a folder as a browser gives it, with its 100 entries at a time. */
function entry(name: string, content: Tree | string | Error, folder = ''): FileSystemEntry {
  const fullPath = `${folder}/${name}`;
  const isFile = typeof content === 'string' || content instanceof Error;
  return {
    name,
    fullPath,
    isFile,
    isDirectory: !isFile,
    file: (resolve: (file: File) => void, reject: (reason: Error) => void) =>
      content instanceof Error ? reject(content) : resolve(new File([content as string], name)),
    createReader: () => {
      const left = Object.entries(content).map(([child, inner]) => entry(child, inner as Tree, fullPath));
      return { readEntries: (resolve: (some: FileSystemEntry[]) => void) => resolve(left.splice(0, 100)) };
    },
  } as unknown as FileSystemEntry;
}

function drop(...entries: FileSystemEntry[]) {
  const items = entries.map((one) => ({ webkitGetAsEntry: () => one }));
  return collectDrop({ items, files: [] } as unknown as DataTransfer);
}

test('a folder comes with all that is in it, by its path', async () => {
  const files = await drop(
    entry('chair', { 'chair.gltf': 'a', tex: { 'oak.png': 'b', deep: { 'x.bin': 'c' } } }),
    entry('lamp.glb', 'd'),
  );
  expect(files.map(({ path }) => path).sort()).toEqual([
    'chair/chair.gltf',
    'chair/tex/deep/x.bin',
    'chair/tex/oak.png',
    'lamp.glb',
  ]);
});

test('a large folder is read to its end, and a huge one is not', async () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.png`, '']));
  expect(await drop(entry('tex', many(250)))).toHaveLength(250);
  expect(await drop(entry('tex', many(5_300)))).toHaveLength(5_000);
});

test('a file that cannot be read costs itself alone', async () => {
  const dead = new DOMException('a link to nowhere', 'NotFoundError');
  const files = await drop(entry('chair', { 'oak.png': dead, 'chair.glb': 'a', tex: { 'ash.png': 'b' } }));
  expect(files.map(({ path }) => path)).toEqual(['chair/chair.glb', 'chair/tex/ash.png']);
  await expect(drop(entry('chair.glb', dead))).rejects.toBe(dead);
});

test('files of a script or a dialog have their own names', async () => {
  const files = [new File(['a'], 'chair.glb')];
  const transfer = { items: [{ webkitGetAsEntry: () => null }], files } as unknown as DataTransfer;
  expect((await collectDrop(transfer)).map(({ path }) => path)).toEqual(['chair.glb']);
  const chosen = Object.assign(new File(['a'], 'oak.png'), { webkitRelativePath: 'tex/oak.png' });
  expect(nameFiles([chosen])[0]?.path).toBe('tex/oak.png');
});
