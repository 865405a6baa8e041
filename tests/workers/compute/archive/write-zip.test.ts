import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { writeZip } from '../../../../src/workers/compute/archive/write-zip.ts';

const entries = [
  { name: '0001_viewer_image.png', content: new Blob([new Uint8Array(100_000).fill(7)]) },
  { name: '0004_prompt.txt', content: 'a chair, '.repeat(50) },
];

test('packs text smaller and pictures as they are, in their order, and tells how far it is', async () => {
  const told: number[] = [];
  const file = await writeZip(entries, null, { postMessage: (fraction: number) => void told.push(fraction) });
  expect(file?.type).toBe('application/zip');
  const bytes = await file?.arrayBuffer();
  const zip = await JSZip.loadAsync(bytes ?? new ArrayBuffer(0), { checkCRC32: true });
  expect(Object.keys(zip.files)).toEqual(['0001_viewer_image.png', '0004_prompt.txt']);
  expect(await zip.file('0004_prompt.txt')?.async('string')).toBe(entries[1]?.content);
  expect((await zip.file('0001_viewer_image.png')?.async('uint8array'))?.every((value) => value === 7)).toBe(
    true,
  );
  expect(bytes?.byteLength).toBeGreaterThan(100_000);
  expect(bytes?.byteLength).toBeLessThan(100_700);
  expect(told.at(-1)).toBe(1);
});

test('a file on the disk gets whole pieces, and is given up when one cannot be written', async () => {
  const big = Array.from({ length: 3 }, (_, index) => ({
    name: `${index}.png`,
    content: new Blob([new Uint8Array(3 * 1024 ** 2)]),
  }));
  const written: number[] = [];
  const ended: string[] = [];
  const open = (limit: number) =>
    ({
      createWritable: async () => ({
        write: async (piece: Blob) => {
          if (written.length === limit) throw new DOMException('full', 'QuotaExceededError');
          written.push(piece.size);
        },
        close: async () => void ended.push('closed'),
        abort: async () => void ended.push('given up'),
      }),
    }) as unknown as FileSystemFileHandle;
  const told: number[] = [];
  const progress = { postMessage: (fraction: number) => void told.push(fraction) };
  expect(await writeZip(big, open(100), progress)).toBeNull();
  expect(ended).toEqual(['closed']);
  expect(written.length).toBeGreaterThan(1);
  expect(Math.max(...written)).toBeLessThan(5 * 1024 ** 2);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  written.length = 0;
  await expect(writeZip(big, open(1), progress)).rejects.toMatchObject({
    failure: { code: 'device-storage-full' },
  });
  expect(ended).toEqual(['closed', 'given up']);
});
