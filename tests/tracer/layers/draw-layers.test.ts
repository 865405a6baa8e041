import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { LayerKind } from '../../../src/contract/files/picture-layers.ts';
import type { RenderSpec } from '../../../src/contract/render-spec.ts';
import type { TraceEvent, TraceHost } from '../../../src/tracer/trace-events.ts';
import { tracePicture } from '../../../src/tracer/trace-picture.ts';
import { type ReadExr, readExr } from '../../support/read-exr.ts';
import { makePng } from '../../support/tiny-image.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../../support/trace-host.ts';

type Image = Extract<TraceEvent, { kind: 'image' }>;

const [WIDTH, HEIGHT] = [96, 64];
let host: TraceHost;

/** A plain red square, two units wide, that stands on the floor. */
async function draw(
  changes: Partial<RenderSpec>,
): Promise<{ image: Image; files: Map<LayerKind, Uint8Array> }> {
  const { document, primitive } = createSquare();
  const material = document.createMaterial('red').setBaseColorFactor([0.7, 0.02, 0.02, 1]);
  primitive.setMaterial(material.setMetallicFactor(0).setRoughnessFactor(0.9).setDoubleSided(true));
  document.getRoot().listNodes()[0]?.setRotation([0, 0, 0.13, 0.9915]);
  const model = nameFile(await writeGlb(document));
  const spec = createSpec(model.hash, { widthPx: WIDTH, heightPx: HEIGHT, quality: 'standard', ...changes });
  const files = new Map<LayerKind, Uint8Array>();
  let image: Image | null = null;
  const job = { spec, files: new Map([[model.hash, model.bytes]]) };
  for await (const event of tracePicture(job, host, new AbortController().signal)) {
    if (event.kind === 'layer') files.set(event.layer.kind, event.layer.bytes);
    if (event.kind === 'image') image = event;
  }
  return { image: image!, files };
}

async function readPng(bytes: Uint8Array): Promise<{ data: Uint16Array; channels: number }> {
  const png = sharp(bytes);
  const { depth, channels } = await png.metadata();
  expect(depth).toBe('ushort');
  const raw = await png.toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer();
  return { data: new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2), channels };
}

beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
});

describe('layers that are kept', () => {
  let plain: Awaited<ReturnType<typeof draw>>;
  let layered: Awaited<ReturnType<typeof draw>>;
  let exr: ReadExr;
  const at = (name: string, pixel: number) => exr.channels.get(name)?.[pixel] ?? Number.NaN;

  beforeAll(async () => {
    plain = await draw({});
    layered = await draw({ keepsLayers: true });
    exr = readExr(layered.files.get('exr')!);
  });

  it('leave the picture as it is, to the byte, and come only where they are asked for', () => {
    expect(plain.files.size).toBe(0);
    expect([...layered.files.keys()]).toEqual(['exr', 'deep', 'product', 'shadow']);
    expect(Buffer.from(layered.image.rgba).equals(Buffer.from(plain.image.rgba))).toBe(true);
  });

  it('have the same pixels with copies of the scene in several workers', async () => {
    const before = host;
    host = await createTestHost(3, false);
    const copies = await draw({ keepsLayers: true }).finally(() => {
      host = before;
    });
    for (const [kind, bytes] of layered.files)
      expect(Buffer.from(copies.files.get(kind)!).equals(Buffer.from(bytes))).toBe(true);
  });

  it('make up the beauty by the formula that the file tells', () => {
    expect(exr.attributes.get('comments')?.value.toString()).toContain(
      'RGB = product + reflection + background * (1 - product.A - reflection.A) * shadow',
    );
    let [shaded, mirrored, covered] = [0, 0, 0];
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const [alpha, gloss] = [at('product.A', i), at('reflection.A', i)];
      for (const k of ['R', 'G', 'B']) {
        const rest = at(`background.${k}`, i) * (1 - alpha - gloss) * at(`shadow.${k}`, i);
        const sum = at(`product.${k}`, i) + at(`reflection.${k}`, i) + rest;
        expect(Math.abs(at(k, i) - sum)).toBeLessThan(0.003 * (1 + sum));
      }
      expect(at('A', i)).toBe(1);
      if (at('shadow.G', i) < 0.9) shaded++;
      if (gloss > 0.002) mirrored++;
      if (alpha > 0.99) covered++;
    }
    expect(shaded).toBeGreaterThan(20);
    expect(mirrored).toBeGreaterThan(5);
    expect(covered).toBeGreaterThan(100);
  });

  it('tell colour, normal, depth and material of what is seen', () => {
    const middle = (HEIGHT / 2) * WIDTH + WIDTH / 2;
    expect(Math.abs(at('albedo.R', middle) - 0.7)).toBeLessThan(0.03);
    expect(Math.abs(at('albedo.G', middle) - 0.02)).toBeLessThan(0.03);
    // The square looks along Z, at a camera in 0, 1, 8.
    expect(Math.abs(at('N.Z', middle))).toBeCloseTo(1, 2);
    expect(at('depth.Z', middle)).toBeGreaterThan(7.9);
    expect(at('depth.Z', middle)).toBeLessThan(8.2);
    expect(at('id.material', middle)).toBe(1);
    expect(at('id.material', 0)).toBe(0);
    expect(at('depth.Z', 0)).toBeGreaterThan(9e9);
    const foot = (HEIGHT - 1) * WIDTH + WIDTH / 2;
    expect(at('id.material', foot)).toBe(0);
    expect(at('depth.Z', foot)).toBeLessThan(8);
    expect(at('product.A', foot)).toBe(0);
  });

  it('hold the picture with 16 bits: the same one, and more than 256 steps', async () => {
    const { data, channels } = await readPng(layered.files.get('deep')!);
    expect(channels).toBe(3);
    expect(new Set(data).size).toBeGreaterThan(1_000);
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      for (let k = 0; k < 3; k++)
        expect(Math.abs(data[i * 3 + k]! / 257 - layered.image.rgba[i * 4 + k]!)).toBeLessThanOrEqual(1.01);
    }
  });

  it('hold the product alone, whose edges have its own colour on any ground', async () => {
    const { data, channels } = await readPng(layered.files.get('product')!);
    expect(channels).toBe(4);
    let edges = 0;
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      const [r, g, b, a] = [0, 1, 2, 3].map((k) => data[i * 4 + k]! / 65_535);
      expect(Math.abs(a! - at('product.A', i))).toBeLessThan(0.001);
      if (a! === 0) continue;
      if (a! < 0.98) edges++;
      // Red, and nothing of the grey behind it: the ground that it is laid on adds its own share and no other.
      expect(r!).toBeGreaterThan(0.35);
      expect(g!).toBeLessThan(0.4 * r!);
      expect(b!).toBeLessThan(0.4 * r!);
    }
    expect(edges).toBeGreaterThan(20);
  });

  it('hold the shadow alone: laid on white, it is that of the picture on white', async () => {
    const white = await draw({ keepsLayers: true, background: { kind: 'colour', colour: '#ffffff' } });
    const scene = readExr(white.files.get('exr')!);
    const { data } = await readPng(white.files.get('shadow')!);
    let shaded = 0;
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      expect([...data.subarray(i * 4, i * 4 + 3)]).toEqual([0, 0, 0]);
      if (scene.channels.get('product.A')![i]! > 0 || scene.channels.get('reflection.A')![i]! > 0) continue;
      const grey = 255 * (1 - data[i * 4 + 3]! / 65_535);
      const [r = 0, g = 0, b = 0] = white.image.rgba.subarray(i * 4, i * 4 + 3);
      expect(Math.abs(grey - (r + g + b) / 3)).toBeLessThan(4);
      if (grey < 240) shaded++;
    }
    expect(shaded).toBeGreaterThan(10);
  });
});

it('tells the material of the file also of what wears a label', async () => {
  const { document, primitive } = createSquare();
  document.createMaterial('first');
  primitive.setMaterial(document.createMaterial('second').setDoubleSided(true));
  const model = nameFile(await writeGlb(document));
  const label = nameFile(makePng());
  const plain = createSpec(model.hash, { widthPx: 32, heightPx: 32, keepsLayers: true });
  const labels = [
    {
      imageHash: label.hash,
      name: 'front',
      target: { kind: 'node' as const, nodeIndex: 0 },
      axis: [0, 1, 0] as const,
      position: [0, 0, 0] as const,
      normal: [0, 0, 1] as const,
      projection: 'flat' as const,
      radius: 1,
      width: 1,
      height: 1,
      rotationRadians: 0,
      depth: 1,
      finish: 'print' as const,
      opacity: 1,
      hasUnderprint: true,
    },
  ];
  const spec = { ...plain, scene: { ...plain.scene, labels } } as RenderSpec;
  const files = new Map([model, label].map(({ hash, bytes }) => [hash, bytes]));
  const seen = new Set<number>();
  for await (const event of tracePicture({ spec, files }, host, new AbortController().signal)) {
    if (event.kind !== 'layer' || event.layer.kind !== 'exr') continue;
    for (const id of readExr(event.layer.bytes).channels.get('id.material') ?? []) seen.add(id);
  }
  expect(seen).toEqual(new Set([0, 2]));
});
