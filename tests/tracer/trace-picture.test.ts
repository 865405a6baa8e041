import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../src/contract/failure.ts';
import { STUDIO_NODES } from '../../src/contract/render-nodes.ts';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import {
  SAMPLES_OF_QUALITY,
  type TraceEvent,
  type TraceHost,
  type TraceJob,
} from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { createSquare, packGlb, writeGlb } from '../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

type Image = Extract<TraceEvent, { kind: 'image' }>;
type Node = Extract<TraceEvent, { kind: 'node' }>;

let job: TraceJob;
/** One worker on shared memory. */
let host: TraceHost;

/** A square with a checked texture and a relief, standing on the floor and turned a little. */
async function createTexturedJob(changes: Partial<RenderSpec> = {}): Promise<TraceJob> {
  const { document, primitive } = createSquare();
  const pixels = Uint8Array.from({ length: 16 * 16 * 3 }, (_, i) =>
    ((i / 3) | 0) % 2 === 0 ? 220 : 40 + (i % 3) * 60,
  );
  const png = await sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } })
    .png()
    .toBuffer();
  const texture = document.createTexture('checks').setImage(new Uint8Array(png)).setMimeType('image/png');
  const material = document
    .createMaterial()
    .setMetallicFactor(0.2)
    .setRoughnessFactor(0.4)
    .setDoubleSided(true);
  primitive.setMaterial(material.setBaseColorTexture(texture).setNormalTexture(texture));
  document.getRoot().listNodes()[0]?.setRotation([0, 0.2, 0, 0.98]);
  return createJob(document, changes);
}

async function createJob(document: Document, changes: Partial<RenderSpec> = {}): Promise<TraceJob> {
  const model = nameFile(await writeGlb(document));
  return { spec: createSpec(model.hash, changes), files: new Map([[model.hash, model.bytes]]) };
}

async function collect(
  order: TraceJob,
  host: TraceHost,
  signal = new AbortController().signal,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  for await (const event of tracePicture(order, host, signal)) events.push(event);
  return events;
}

const imagesOf = (events: TraceEvent[]) => events.filter((event): event is Image => event.kind === 'image');
const nodesOf = (events: TraceEvent[]) => events.filter((event): event is Node => event.kind === 'node');

beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
  job = await createTexturedJob();
});

describe('tracePicture', () => {
  it('makes the same bytes with one thread, two, shared memory or copies', async () => {
    const pictures: Uint8Array[] = [];
    for (const [threads, isShared] of [
      [1, true],
      [2, true],
      [3, false],
    ] as const) {
      const [image] = imagesOf(await collect(job, await createTestHost(threads, isShared)));
      if (image) pictures.push(image.rgba);
    }
    expect(pictures).toHaveLength(3);
    expect(pictures[0]).toHaveLength(64 * 64 * 4);
    expect(Buffer.from(pictures[1]!).equals(Buffer.from(pictures[0]!))).toBe(true);
    expect(Buffer.from(pictures[2]!).equals(Buffer.from(pictures[0]!))).toBe(true);
  });

  it('lights what is painted as it is painted, the same every time, and an empty light-map changes no byte', async () => {
    const [widthPx, heightPx] = [96, 54];
    const spec = { ...job.spec, widthPx, heightPx };
    /** Left, top, right and bottom. */
    const ON_PRODUCT = [48, 18, 58, 36] as const;
    const ON_PLATE = [4, 6, 20, 20] as const;
    const inside = ([left, top, right, bottom]: typeof ON_PRODUCT | typeof ON_PLATE, margin: number) =>
      Array.from({ length: widthPx * heightPx }, (_, pixel) => pixel).filter((pixel) => {
        const [x, y] = [pixel % widthPx, Math.floor(pixel / widthPx)];
        return x >= left + margin && x < right - margin && y >= top + margin && y < bottom - margin;
      });
    const draw = async (alpha: number | null) => {
      const map = new Uint8Array(widthPx * heightPx * 4);
      for (const pixel of inside(ON_PRODUCT, 0)) map.set([255, 255, 255, alpha ?? 0], pixel * 4);
      for (const pixel of inside(ON_PLATE, 0)) map.set([255, 0, 0, alpha ?? 0], pixel * 4);
      const raw = { width: widthPx, height: heightPx, channels: 4 } as const;
      const png = nameFile(new Uint8Array(await sharp(map, { raw }).png().toBuffer()));
      const passes = { ...spec.passes, lightmap: alpha === null ? null : png.hash };
      const files = new Map([...job.files, [png.hash, png.bytes]]);
      return Buffer.from(imagesOf(await collect({ spec: { ...spec, passes }, files }, host))[0]!.rgba);
    };
    const plain = await draw(null);
    const lit = await draw(255);
    const mean = (rgba: Buffer, place: typeof ON_PRODUCT | typeof ON_PLATE, channel: number) => {
      const pixels = inside(place, 2);
      return pixels.reduce((sum, pixel) => sum + (rgba[pixel * 4 + channel] ?? 0), 0) / pixels.length;
    };
    // White makes everything brighter; red adds red, and leaves the other colours.
    for (const k of [0, 1, 2])
      expect(mean(lit, ON_PRODUCT, k)).toBeGreaterThan(1.2 * mean(plain, ON_PRODUCT, k));
    expect(mean(lit, ON_PLATE, 0)).toBeGreaterThan(mean(plain, ON_PLATE, 0) + 40);
    for (const k of [1, 2])
      expect(Math.abs(mean(lit, ON_PLATE, k) - mean(plain, ON_PLATE, k))).toBeLessThan(2);
    // Beside the strokes and their soft edges nothing changes at all.
    const near = new Set([...inside(ON_PRODUCT, -4), ...inside(ON_PLATE, -4)]);
    for (let at = 0; at < lit.length; at++) if (!near.has(at >> 2)) expect(lit[at]).toBe(plain[at]);
    expect((await draw(0)).equals(plain)).toBe(true);
    expect((await draw(255)).equals(lit)).toBe(true);
  });

  it('gives its samples to what varies, and the same bytes however tiles are shared out', async () => {
    // Three by two tiles: the square shows in the middle ones alone.
    const wide = { ...job, spec: { ...job.spec, widthPx: 192, heightPx: 100, quality: 'standard' as const } };
    const [one] = imagesOf(await collect(wide, host));
    const [copies] = imagesOf(await collect(wide, await createTestHost(2, false)));
    const { least, mean } = SAMPLES_OF_QUALITY.standard;
    expect(one?.sampleCount).toBeGreaterThanOrEqual(least);
    expect(one?.sampleCount).toBeLessThanOrEqual(mean + 1);
    expect(Buffer.from(copies!.rgba).equals(Buffer.from(one!.rgba))).toBe(true);
    const at = (x: number, y: number) => one?.rgba[(y * 192 + x) * 4] ?? 0;
    // Brightness runs on where blocks with more samples begin.
    for (let y = 70; y < 100; y += 5) expect(Math.abs(at(63, y) - at(64, y))).toBeLessThan(6);
  });

  it('draws the product over its background, and a shadow beneath it', async () => {
    const [image] = imagesOf(await collect(job, host));
    const rgba = image?.rgba ?? new Uint8Array(0);
    const reds = (fromRow: number, toRow: number) =>
      Array.from({ length: (toRow - fromRow) * 64 }, (_, i) => rgba[(fromRow * 64 + i) * 4] ?? 0);
    // #808080 with the sweep's vignette, without a shadow.
    const corner = rgba[0] ?? 0;
    expect(corner).toBeGreaterThan(110);
    expect(corner).toBeLessThan(129);
    const middle = reds(28, 36);
    expect(Math.max(...middle) - Math.min(...middle)).toBeGreaterThan(40);
    // The square ends near row 43; its contact with the floor is the darkest place below.
    expect(Math.min(...reds(43, 50))).toBeLessThan(corner - 12);
  });

  it('reports its nodes in order, progress that never falls, and skips the grade without a style', async () => {
    const nodes = nodesOf(await collect(job, host));
    const order: string[] = [];
    for (const { node } of nodes) if (order.at(-1) !== node) order.push(node);
    expect(order).toEqual(STUDIO_NODES.map(({ id }) => id));
    expect(
      nodes.every(({ progress }, i) => progress >= (nodes[i - 1]?.progress ?? 0) && progress <= 100),
    ).toBe(true);
    expect(nodes.find(({ node }) => node === 'style-grade')?.status).toBe('skipped');
    const passes = nodes.filter(({ node }) => node === 'path-trace');
    expect(passes.map(({ pass }) => pass)).toEqual(passes.map((_, i) => i));
    expect(passes[0]?.passCount).toBe(passes.length);
  });

  it('shows previews of at most 256 px, paced by the clock', async () => {
    let time = 0;
    const still = { ...host, now: () => time };
    const frozen = (await collect(job, still)).filter(({ kind }) => kind === 'preview');
    expect(frozen).toHaveLength(1);
    const running = { ...host, now: () => (time += 400) };
    const events = await collect({ ...job, spec: { ...job.spec, widthPx: 600, heightPx: 64 } }, running);
    const previews = events.filter((event) => event.kind === 'preview');
    expect(previews.length).toBeGreaterThan(1);
    expect(previews[0]).toMatchObject({ widthPx: 200, heightPx: 22 });
    expect(previews[0]?.rgba).toHaveLength(200 * 22 * 4);
  });

  it('makes a batch with seeds that follow each other, each like a picture of its own', async () => {
    const spec = { ...job.spec, widthPx: 64, heightPx: 64, creativity: 0.8, seed: '41' };
    const batch = imagesOf(await collect({ ...job, spec: { ...spec, batchSize: 2 } }, host));
    expect(batch.map(({ seed }) => seed)).toEqual(['41', '42']);
    const [alone] = imagesOf(await collect({ ...job, spec: { ...spec, seed: '42' } }, host));
    expect(Buffer.from(batch[1]!.rgba).equals(Buffer.from(alone!.rgba))).toBe(true);
    expect(Buffer.from(batch[1]!.rgba).equals(Buffer.from(batch[0]!.rgba))).toBe(false);
  });

  it('keeps the bytes of an image background that nothing touches', async () => {
    const pixels = Uint8Array.from({ length: 64 * 64 * 3 }, (_, i) => (i * 31) % 256);
    const background = nameFile(
      new Uint8Array(
        await sharp(pixels, { raw: { width: 64, height: 64, channels: 3 } })
          .png()
          .toBuffer(),
      ),
    );
    const order = {
      spec: {
        ...job.spec,
        background: {
          kind: 'image',
          imageHash: background.hash,
          libraryId: null,
          name: 'noise',
          fidelity: 1,
        } as const,
      },
      files: new Map([...job.files, [background.hash, background.bytes]]),
    };
    const [image] = imagesOf(await collect(order, host));
    for (let x = 0; x < 64; x++) {
      for (let k = 0; k < 3; k++) expect(image?.rgba[x * 4 + k]).toBe(pixels[x * 3 + k]);
    }
  });

  it('stands a neutral texture in for a broken one, and says so', async () => {
    const { document, primitive } = createSquare();
    const broken = document.createTexture('broken').setImage(new Uint8Array(40)).setMimeType('image/png');
    primitive.setMaterial(document.createMaterial().setBaseColorTexture(broken));
    const events = await collect(await createJob(document), host);
    expect(events.filter(({ kind }) => kind === 'warning')).toEqual([
      { kind: 'warning', warning: { kind: 'unreadable-image', name: 'broken' } },
    ]);
    expect(imagesOf(events)).toHaveLength(1);
  });

  it('lets nothing glow all over whose one picture of colour and glow is damaged', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();
    const picture = async (glow: [number, number, number]) => {
      const { document, primitive } = createSquare();
      // It begins as a picture does.
      const damaged = document.createTexture('all').setImage(new Uint8Array(png.subarray(0, 60)));
      const material = document.createMaterial().setBaseColorFactor([0, 0, 0, 1]).setEmissiveFactor(glow);
      damaged.setMimeType('image/png');
      primitive.setMaterial(material.setBaseColorTexture(damaged).setEmissiveTexture(damaged));
      const [image] = imagesOf(await collect(await createJob(document), host));
      return Buffer.from(image?.rgba ?? []);
    };
    const dark = await picture([0, 0, 0]);
    expect(dark).not.toHaveLength(0);
    expect((await picture([1, 1, 1])).equals(dark)).toBe(true);
  });

  it('says which profiles of the lights that are on cannot be read', async () => {
    const job = await createJob(createSquare().document);
    const [model] = [...job.files.values()];
    const { json, binary } = readGlb(model!);
    const lit = packGlb(
      {
        ...json,
        nodes: [...(json.nodes ?? []), { extensions: { EXT_lights_ies: { light: 0 } } }],
        scenes: [{ nodes: [...(json.scenes?.[0]?.nodes ?? []), json.nodes?.length] }],
        extensions: { EXT_lights_ies: { lights: [{ name: 'ceiling', uri: 'data:,nothing' }] } },
        extensionsUsed: ['EXT_lights_ies'],
      },
      binary === null ? null : binary.slice(),
    );
    const files = new Map([[job.spec.scene.modelHash, lit]]);
    const on = { ...job.spec, scene: { ...job.spec.scene, fileLights: { isOn: true, strength: 1 } } };
    const warned = (events: readonly TraceEvent[]) => events.filter(({ kind }) => kind === 'warning');
    expect(warned(await collect({ spec: on, files }, host))).toEqual([
      { kind: 'warning', warning: { kind: 'unreadable-profile', name: 'ceiling' } },
    ]);
    expect(warned(await collect({ ...job, files }, host))).toEqual([]);
  });

  it('stops when it is told to, between events and before the first', async () => {
    const two = await createTestHost(2, true);
    let ended = 0;
    const counting: TraceHost = {
      ...two,
      startWorker() {
        const port = two.startWorker();
        return {
          ...port,
          end() {
            ended++;
            port.end();
          },
        };
      },
    };
    const controller = new AbortController();
    const run = (async () => {
      for await (const event of tracePicture(job, counting, controller.signal)) {
        if (event.kind === 'node' && event.node === 'path-trace') controller.abort();
      }
    })();
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(ended).toBe(2);
    await expect(collect(job, host, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('fails by name on a model it cannot read and on a worker that dies', async () => {
    const model = nameFile(new Uint8Array([1, 2, 3]));
    const order = { spec: createSpec(model.hash), files: new Map([[model.hash, model.bytes]]) };
    await expect(collect(order, host)).rejects.toMatchObject({ failure: { code: 'model-unreadable' } });
    const dying: TraceHost = {
      ...host,
      startWorker: () => ({
        post: () => {},
        listen: (_, onCrash) => void setImmediate(() => onCrash('out of memory')),
        end: () => {},
      }),
    };
    await expect(collect(job, dying)).rejects.toThrow(AppError);
  });
});
