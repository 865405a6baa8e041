import JSZip from 'jszip';
import { expect, test } from 'vitest';
import { makeBundle } from '../../../../src/app/features/downloads/make-bundle.ts';
import type { BundleContent } from '../../../../src/app/features/downloads/plan-bundle.ts';
import { BundleManifest } from '../../../../src/contract/files/bundle.ts';
import type { ContentHash } from '../../../../src/contract/ids.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp, hashOf } from '../../../support/fake-outside.ts';

const PNG = '\x89PNG';
const picture = (head: string) => new Blob([Uint8Array.from(head, (each) => each.charCodeAt(0))]);

const content: BundleContent = {
  source: { kind: 'scene' },
  model: { name: 'Chair.glb', sha256: 'a'.repeat(64) as ContentHash },
  width: 640,
  height: 480,
  seed: '77',
  is_seed_fixed: false,
  viewerImage: picture('RIFF snapshot'),
  background: picture('\xff\xd8 background'),
  style: null,
  prompt: 'a chair',
  negativePrompt: '',
  creativity: 0.25,
  styleStrength: 0.75,
  backgroundFidelity: 1,
  materials: [
    { name: 'Oak, light / “A”', mask: picture('RIFF mask 1'), texture: picture('RIFF oak') },
    { name: '///', mask: picture('RIFF mask 2'), texture: null },
    { name: 'Piel ñandú', mask: picture('RIFF mask 3'), texture: picture(`${PNG} hide`) },
  ],
  lightMap: null,
};

async function make(changes: Partial<BundleContent> = {}) {
  const outside = createFakeOutside(createFakeServer());
  const compute = {
    ...outside.workers.compute(),
    binariseMask: async (mask: Blob) => picture(`${PNG} binary ${await mask.text()}`),
  };
  const app = createTestApp({ ...outside, workers: { ...outside.workers, compute: () => compute } });
  const told: number[] = [];
  const { signal } = new AbortController();
  const zip = await makeBundle(app, { ...content, ...changes }, null, (share) => told.push(share), signal);
  const { files } = await JSZip.loadAsync((await zip?.arrayBuffer()) ?? new ArrayBuffer(0));
  const texts = new Map<string, string>();
  for (const [name, entry] of Object.entries(files)) texts.set(name, await entry.async('string'));
  const manifest = BundleManifest.parse(JSON.parse(texts.get('manifest.json') ?? ''));
  return { files, texts, manifest, told };
}

test('every number is there once, in order, with its label; masks and textures go around the light-map', async () => {
  const { texts } = await make();
  expect([...texts.keys()]).toEqual([
    '0001_viewer_image.webp',
    '0002_background_image.jpg',
    '0003_style_image.png',
    '0004_prompt.txt',
    '0005_negative_prompt.txt',
    '0006_fixed_seed.txt',
    '0007_creativity.txt',
    '0008_style_hardness.txt',
    '0009_has_background.txt',
    '0010_has_style.txt',
    '0011_background_fidelity.txt',
    '0012_mask_Oak_light_A.png',
    '0013_light_map.png',
    '0014_texture_Oak_light_A.webp',
    '0015_mask_material.png',
    '0016_texture_material.png',
    '0017_mask_Piel_ñandú.png',
    '0018_texture_Piel_ñandú.png',
    'manifest.json',
  ]);
});

test('texts are those of the wire; presence is 0.7 or 0; the seed is 0 unless it was fixed', async () => {
  const { texts, manifest } = await make();
  const read = (number: number) =>
    [...texts].find(([name]) => name.startsWith(String(number).padStart(4, '0')))?.[1];
  expect([4, 5, 6, 7, 8, 9, 10, 11].map(read)).toEqual([
    'a chair',
    '',
    '0',
    '0.25',
    '0.75',
    '0.7',
    '0',
    '0.05',
  ]);
  expect(manifest).toMatchObject({ seed: '77', is_seed_fixed: false });
  const seedFile = async (seed: string | null) =>
    (await make({ seed, is_seed_fixed: true })).texts.get('0006_fixed_seed.txt');
  expect([await seedFile('42'), await seedFile('4x'), await seedFile(null)]).toEqual(['42', '0', '0']);
});

test('masks are made binary; what there is none of is a black square that the list calls one', async () => {
  const { files, texts, manifest } = await make();
  expect(texts.get('0012_mask_Oak_light_A.png')).toContain('binary RIFF mask 1');
  const placeholders = manifest.files.filter(({ is_placeholder: is }) => is).map(({ number }) => number);
  expect(placeholders).toEqual([3, 13, 16]);
  const black = await files['0003_style_image.png']?.async('uint8array');
  const header = new DataView(black?.buffer ?? new ArrayBuffer(0), black?.byteOffset);
  expect([header.getUint32(16), header.getUint32(20)]).toEqual([512, 512]);
  for (const { name, sha256, size_bytes: size } of manifest.files) {
    const bytes = (await files[name]?.async('uint8array')) ?? new Uint8Array();
    expect([hashOf(bytes), bytes.length], name).toEqual([sha256, size]);
  }
});

test('progress only rises, to the end', async () => {
  const { told } = await make();
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told.at(-1)).toBeGreaterThan(0.5);
});
