import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { LibraryRow } from '../../scripts/content/library-row.ts';

const library: LibraryRow[] = JSON.parse(readFileSync('content/library.json', 'utf8'));
const materials = library.filter((row) => row.kind === 'material');

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test('the library lists exactly the pictures that are there', () => {
  const listed = library.map((row) => join('content', row.file)).sort();
  expect(
    filesUnder('content')
      .filter((file) => file.endsWith('.webp'))
      .sort(),
  ).toEqual(listed);
  expect(new Set(library.map((row) => `${row.kind} ${row.slug}`)).size).toBe(library.length);
});

test('the starter library is as large as promised, and the content stays small', () => {
  const count = (kind: LibraryRow['kind']) => library.filter((row) => row.kind === kind).length;
  expect(count('material')).toBeGreaterThanOrEqual(24);
  expect(count('background')).toBeGreaterThanOrEqual(10);
  expect(count('style')).toBeGreaterThanOrEqual(8);
  expect(new Set(materials.map((row) => row.category.slug))).toEqual(
    new Set(['wood', 'leather', 'fabric', 'metal', 'stone', 'plastic']),
  );
  const sizeBytes = filesUnder('content').reduce((sum, file) => sum + statSync(file).size, 0);
  expect(sizeBytes).toBeLessThan(6 * 1024 * 1024);
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
    expect(row.roughness, row.slug).toBeGreaterThan(0.1);
    expect(row.roughness, row.slug).toBeLessThan(1);
    expect(row.bumpHeightMillimetres, row.slug).toBeGreaterThanOrEqual(0);
    expect(row.bumpHeightMillimetres, row.slug).toBeLessThan(12);
  }
});

test.each(library.map((row) => [row.file, row] as const))(
  '%s has the size and colour its row says',
  async (file, row) => {
    const image = sharp(join('content', file));
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
  const { data, info } = await sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true });
  const size = info.width;
  const at = (line: number, along: number) => data[isAcross ? along * size + line : line * size + along]!;
  return Array.from({ length: size }, (_, line) => {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += Math.abs(at(line, k) - at((line + 1) % size, k));
    return sum / size;
  });
}

test.each(materials.map((row) => row.file))('%s repeats without a seam', async (file) => {
  for (const isAcross of [true, false]) {
    const steps = await lineSteps(join('content', file), isAcross);
    const seam = steps.pop()!;
    // WebP smooths its block edges inside a picture, not at the rim: a quarter of an 8-bit step is its doing.
    expect(seam).toBeLessThanOrEqual(Math.max(...steps) + 0.25);
  }
});
