import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { RenderSpec } from '../../src/contract/render-spec.ts';
import type { TraceEvent, TraceHost } from '../../src/tracer/trace-events.ts';
import { tracePicture } from '../../src/tracer/trace-picture.ts';
import { createSquare, writeGlb } from '../support/tiny-model.ts';
import { buildKernel, createSpec, createTestHost, nameFile } from '../support/trace-host.ts';

let host: TraceHost;
beforeAll(async () => {
  buildKernel();
  host = await createTestHost(1, true);
});

async function fill(background: string) {
  const flat = sharp({ create: { width: 8, height: 8, channels: 3, background } });
  return nameFile(new Uint8Array(await flat.png().toBuffer()));
}

/** Brightness of the middle of a Studio picture: an upright square in a library material, with a normal map of one colour. */
async function lit(normalColour: string | null): Promise<number> {
  const { document, primitive } = createSquare();
  primitive.setMaterial(document.createMaterial('Oak').setDoubleSided(true));
  const model = nameFile(await writeGlb(document));
  const colour = await fill('#a08060');
  const normal = normalColour === null ? null : await fill(normalColour);
  const dressing: RenderSpec['scene']['dressings'][number] = {
    kind: 'library',
    materialIndex: 0,
    textureHash: colour.hash,
    libraryId: null,
    name: 'Oak',
    colour: '#ffffff',
    metalness: 0,
    roughness: 0.8,
    tileSize: 1,
    rotationRadians: 0,
    bumpHeight: 0,
    ...(normal === null ? {} : { maps: { normalHash: normal.hash, roughnessHash: null } }),
  };
  const plain = createSpec(model.hash);
  const spec = { ...plain, scene: { ...plain.scene, dressings: [dressing] } };
  const files = new Map(
    [model, colour, ...(normal === null ? [] : [normal])].map((file) => [file.hash, file.bytes]),
  );
  for await (const event of tracePicture({ spec, files }, host, new AbortController().signal)) {
    if (event.kind === 'image') return brightness(event);
  }
  throw new Error('no picture came');
}

function brightness({ rgba, widthPx, heightPx }: Extract<TraceEvent, { kind: 'image' }>): number {
  let sum = 0;
  const [left, top] = [Math.floor(widthPx * 0.45), Math.floor(heightPx * 0.45)];
  for (let y = top; y < heightPx - top; y++) {
    for (let x = left; x < widthPx - left; x++) sum += rgba[(y * widthPx + x) * 4 + 1] ?? 0;
  }
  return sum / ((widthPx - 2 * left) * (heightPx - 2 * top));
}

test('a wall whose normal map looks up is lit more by Studio than without one, and one that looks down less', async () => {
  const without = await lit(null);
  const [up, level, down] = [await lit('#80d0c0'), await lit('#8080ff'), await lit('#8030c0')];
  expect(Math.abs(level - without)).toBeLessThan(2);
  expect(up).toBeGreaterThan(without + 4);
  expect(down).toBeLessThan(without - 4);
});
