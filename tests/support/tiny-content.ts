import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createSquare, writeGlb } from './tiny-model.ts';

/** A flat WebP. */
export function flatWebp(colour: string, sizePx = 16): Promise<Buffer> {
  return sharp({ create: { width: sizePx, height: sizePx, channels: 3, background: colour } })
    .webp({ lossless: true })
    .toBuffer();
}

const ROWS = [
  {
    kind: 'material',
    slug: 'walnut',
    colour: '#503020',
    category: { slug: 'wood', en: 'Wood', es: 'Madera' },
  },
  {
    kind: 'material',
    slug: 'brass',
    colour: '#b08d57',
    category: { slug: 'metal', en: 'Metal', es: 'Metal' },
  },
  { kind: 'background', slug: 'grey-sweep', colour: '#808080' },
  { kind: 'style', slug: 'catalogue', colour: '#f0f0f0' },
] as const;

/** A content folder with two materials, a background, a style, and a sample product that is one square. */
export async function writeTinyContent(folder: string): Promise<string> {
  const library = [];
  for (const { colour, ...row } of ROWS) {
    const file = `${row.kind}s/${row.slug}.webp`;
    await mkdir(join(folder, `${row.kind}s`), { recursive: true });
    await writeFile(join(folder, file), await flatWebp(colour));
    const material = { tileSizeMetres: 0.1, metalness: 0.25, roughness: 0.5, bumpHeightMillimetres: 0.1 };
    library.push({
      ...row,
      name: { en: row.slug, es: `${row.slug} (es)` },
      file,
      averageColour: colour,
      ...(row.kind === 'material' ? material : {}),
    });
  }
  await writeFile(join(folder, 'library.json'), JSON.stringify(library));

  const { document, primitive } = createSquare();
  primitive.setMaterial(document.createMaterial('Shell'));
  await writeFile(join(folder, 'sample.glb'), await writeGlb(document));
  const view = {
    name: { en: 'Hero', es: 'Principal' },
    position: [0, 0, 9],
    target: [0, 0, 0],
    up: [0, 1, 0],
  };
  await writeFile(
    join(folder, 'sample-project.json'),
    JSON.stringify({
      name: { en: 'Sample', es: 'Muestra' },
      model: {
        file: 'sample.glb',
        fileName: 'square.glb',
        normalisation: [5, 0, 0, 0, 0, 5, 0, 0, 0, 0, 5, 0, 0, 0, 0, 1],
      },
      views: [{ ...view, fovDegrees: 45 }],
      names: { Shell: { en: 'Shell', es: 'Carcasa' } },
      dressing: [{ material: 'Shell', library: 'walnut' }],
      background: 'grey-sweep',
      style: null,
      prompt: { en: 'A square', es: 'Un cuadrado' },
    }),
  );
  return folder;
}
