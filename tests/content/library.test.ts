import { readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { LibraryRow } from '../../scripts/content/library-row.ts';

const library: LibraryRow[] = JSON.parse(readFileSync('content/library.json', 'utf8'));
const materials = library.filter((row) => row.kind === 'material');
const maps = materials.flatMap(({ normalFile, roughnessFile }) => [
  ...(normalFile === undefined ? [] : [{ kind: 'normal', file: normalFile }]),
  ...(roughnessFile === undefined ? [] : [{ kind: 'roughness', file: roughnessFile }]),
]);

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('the library lists exactly the pictures that are there', () => {
  const thumbnails = materials.map(({ thumbnailFile }) => thumbnailFile);
  const listed = [...library.map((row) => row.file), ...maps.map(({ file }) => file), ...thumbnails]
    .map((file) => join('content', file))
    .sort();
  expect(
    filesUnder('content')
      .filter((file) => file.endsWith('.webp'))
      .sort(),
  ).toEqual(listed);
  expect(new Set(library.map((row) => `${row.kind} ${row.slug}`)).size).toBe(library.length);
});

test('the starter library is as large as promised, and the content stays small', () => {
  const count = (kind: LibraryRow['kind']) => library.filter((row) => row.kind === kind).length;
  expect(count('material')).toBeGreaterThanOrEqual(29);
  expect(count('background')).toBeGreaterThanOrEqual(10);
  expect(count('style')).toBeGreaterThanOrEqual(8);
  expect(new Set(materials.map((row) => row.category.slug))).toEqual(
    new Set(['wood', 'leather', 'fabric', 'metal', 'stone', 'plastic']),
  );
  const sizeBytes = filesUnder('content').reduce((sum, file) => sum + statSync(file).size, 0);
  expect(sizeBytes).toBeLessThan(9 * 1024 * 1024);
});

test('every row names its picture in both languages and gives values in range', () => {
  for (const row of library) {
    expect(row.name.en.length * row.name.es.length, row.slug).toBeGreaterThan(0);
    expect(row.averageColour).toMatch(/^#[0-9a-f]{6}$/);
  }
  for (const row of materials) {
    expect(row.tileSizeMetres, row.slug).toBeGreaterThan(0.01);
    expect(row.tileSizeMetres, row.slug).toBeLessThan(1);
    expect([0, 1], row.slug).toContain(row.metalness);
    expect(row.roughness, row.slug).toBeGreaterThan(0.05);
    expect(row.roughness, row.slug).toBeLessThan(1);
    expect(row.bumpHeightMillimetres, row.slug).toBeGreaterThanOrEqual(0);
    expect(row.bumpHeightMillimetres, row.slug).toBeLessThan(12);
  }
});

test.each(library.map((row) => [row.file, row] as const))(
  '%s has the size and colour its row says',
  async (file, row) => {
    const image = sharp(await readFile(join('content', file)));
    const { width, height, format, hasAlpha } = await image.metadata();
    expect({ width, height, format, hasAlpha }).toEqual({
      width: row.widthPx,
      height: row.heightPx,
      format: 'webp',
      hasAlpha: false,
    });
    expect(row.widthPx).toBe(row.kind === 'background' ? 2048 : 1024);
    const { data } = await image
      .resize(64, 64, { kernel: 'cubic' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const said = Number.parseInt(row.averageColour.slice(1), 16);
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let i = c; i < data.length; i += 3) sum += (data[i]! / 255) ** 2.2;
      const mean = (sum / (data.length / 3)) ** (1 / 2.2) * 255;
      // Shrinking mixes encoded values, so rough pictures come out a little darker.
      expect(Math.abs(mean - ((said >> (16 - 8 * c)) & 255)), `channel ${c}`).toBeLessThan(10);
    }
  },
);

/** Mean difference of every line to the next one, the last to the first: what the eye sees as a seam. */
async function lineSteps(file: string, isAcross: boolean): Promise<number[]> {
  const { data, info } = await sharp(await readFile(file))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = info.width;
  const at = (line: number, along: number) => data[isAcross ? along * size + line : line * size + along]!;
  return Array.from({ length: size }, (_, line) => {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += Math.abs(at(line, k) - at((line + 1) % size, k));
    return sum / size;
  });
}

test.each(maps.map(({ kind, file }) => [file, kind] as const))(
  '%s is a map that can be shaded',
  async (file, kind) => {
    const { data, info } = await sharp(await readFile(join('content', file)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([512, 512, 3]);
    const sum = [0, 0, 0];
    let [least, most] = [255, 0];
    for (let i = 0; i < data.length; i += 3) {
      for (let c = 0; c < 3; c++) sum[c]! += data[i + c]! / (512 * 512);
      least = Math.min(least, data[i + 1]!);
      most = Math.max(most, data[i + 1]!);
    }
    expect(most - least).toBeGreaterThan(3);
    // The slopes of a tile cancel out; blue looks out of the picture.
    if (kind === 'normal') {
      expect(Math.abs(sum[0]! - 127.5)).toBeLessThan(3);
      expect(Math.abs(sum[1]! - 127.5)).toBeLessThan(3);
      expect(sum[2]!).toBeGreaterThan(170);
    }
  },
);

test.each(materials.map((row) => [row.thumbnailFile, row] as const))(
  '%s is a ball of its material in the light',
  async (file, row) => {
    expect(statSync(join('content', file)).size).toBeLessThan(24 * 1024);
    const { data, info } = await sharp(await readFile(join('content', file)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([256, 256, 3]);
    const meanOf = (left: number, top: number, channel: number) => {
      let sum = 0;
      for (let y = top; y < top + 24; y++)
        for (let x = left; x < left + 24; x++) sum += data[(y * 256 + x) * 3 + channel]! / 24 ** 2;
      return sum;
    };
    // Grey behind it, and more light on its upper half than on its lower one.
    expect(Math.abs(meanOf(0, 0, 0) - meanOf(0, 0, 2))).toBeLessThan(3);
    expect(meanOf(84, 62, 1)).toBeGreaterThan(meanOf(116, 200, 1));
    // What is warm or cool in the picture is so on the ball.
    const said = Number.parseInt(row.averageColour.slice(1), 16);
    const warmth = ((said >> 16) & 255) - (said & 255);
    if (Math.abs(warmth) > 12) {
      expect(Math.sign(meanOf(140, 140, 0) - meanOf(140, 140, 2))).toBe(Math.sign(warmth));
    }
  },
);

test('fabrics, leathers and woods have relief, and polished metal shines', () => {
  const of = (slug: string) => materials.filter((row) => row.category.slug === slug);
  for (const row of [...of('fabric'), ...of('leather'), ...of('wood')]) {
    expect(row.normalFile, row.slug).toBeDefined();
  }
  expect(of('metal').filter(({ roughness }) => roughness <= 0.1).length).toBeGreaterThanOrEqual(2);
});

test.each([...materials, ...maps].map((row) => row.file))('%s repeats without a seam', async (file) => {
  for (const isAcross of [true, false]) {
    const steps = await lineSteps(join('content', file), isAcross);
    const seam = steps.pop()!;
    // WebP smooths its block edges inside a picture, not at the rim: a quarter of an 8-bit step is its doing, and a
    // seventh where every eighth line is a gap between threads.
    const most = Math.max(...steps);
    expect(seam).toBeLessThanOrEqual(Math.max(most + 0.25, most * 1.15));
  }
});
