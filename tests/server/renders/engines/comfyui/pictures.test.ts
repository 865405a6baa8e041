import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ContentHash } from '../../../../../src/contract/ids.ts';
import type { RenderSpec } from '../../../../../src/contract/render-spec.ts';
import type { EngineEvent, RenderEngine } from '../../../../../src/server/renders/engines/engine.ts';
import { hashOf, makeMask, makeRecipe } from '../../../../support/ai-recipe.ts';
import { createComfyStage, eventsOf, ready } from '../../../../support/comfy-engine.ts';

/** What an order asks for, seen in the pixels that come back over the wire from a server that does what a graph says. */

const stage = createComfyStage();
let engine: RenderEngine;
beforeAll(async () => {
  const { url } = await stage.fake({ stepMs: 1 });
  const comfy = await stage.open([url]);
  await comfy.seen(ready(1));
  ({ engine } = comfy);
});
afterAll(stage.close);

const PX = 128;
const BOX = { left: 32, top: 32, width: 64, height: 64 };
const CORNER = [4, 4] as const;
const [UPPER, LOWER] = [
  [64, 44],
  [64, 84],
] as const;

test('a chosen colour comes back exactly, in every picture of a batch', async () => {
  const pictures = await draw({ batchSize: 3 });
  for (const picture of pictures) expect(at(picture, ...CORNER)).toEqual([0x33, 0x66, 0x99, 255]);
  expect(new Set(pictures.map((picture) => at(picture, ...UPPER).join())).size).toBe(3);
});

test('a picture of a batch is the same when it is drawn alone', async () => {
  const whole = await draw({ batchSize: 4 });
  const alone = await draw({ batchSize: 4 }, new Set([0, 1, 3]));
  expect(alone).toHaveLength(1);
  expect(Buffer.compare(alone[0]!, whole[2]!)).toBe(0);
});

test("what is protected is the viewer's own, to the pixel", async () => {
  const snapshot = await sharp(FILES.get(hashOf('snapshot')))
    .raw()
    .toBuffer();
  const [free] = await draw({});
  const [kept] = await draw({ masks: [makeMask('upper', { isLocked: true })] });
  let others = 0;
  for (let y = BOX.top; y < BOX.top + 24; y++) {
    for (let x = BOX.left; x < BOX.left + BOX.width; x++) {
      const own = [...snapshot.subarray((y * PX + x) * 3, (y * PX + x) * 3 + 3), 255];
      expect(at(kept!, x, y)).toEqual(own);
      if (at(free!, x, y).join() !== own.join()) others += 1;
    }
  }
  expect(others).toBe(24 * BOX.width);
  expect(at(kept!, ...LOWER)).toEqual(at(free!, ...LOWER));
});

test('painted light changes the picture where it was painted, and nowhere else', async () => {
  // At this creativity the product changes more than painted light asks for: the sampler does the same in both.
  const [off] = await draw({ creativity: 0.7 });
  const passes = { ...makeRecipe().passes, lightmap: hashOf('lightmap') };
  const [on] = await draw({ creativity: 0.7, passes });
  expect(at(on!, ...UPPER)).not.toEqual(at(off!, ...UPPER));
  expect(at(on!, ...LOWER)).toEqual(at(off!, ...LOWER));
  expect(at(on!, ...CORNER)).toEqual(at(off!, ...CORNER));
});

test('a material colours its own region', async () => {
  const red = await draw({ masks: [makeMask('upper')] });
  const blue = await draw({ masks: [makeMask('upper', { materialImageHash: hashOf('blue') })] });
  const difference = (place: readonly [number, number]) => {
    const [one, two] = [at(red[0]!, ...place), at(blue[0]!, ...place)];
    return Math.max(...[0, 1, 2].map((k) => Math.abs(one[k]! - two[k]!)));
  };
  expect(difference(UPPER)).toBeGreaterThan(20);
  expect(difference(LOWER)).toBe(0);
  expect(difference(CORNER)).toBe(0);
});

test("enlarged by the server's own model", async () => {
  const events = await run({ outputPx: 2048 });
  expect(eventsOf(events, 'image')[0]).toMatchObject({ widthPx: 2048, heightPx: 2048 });
  expect(eventsOf(events, 'made')[0]?.provenance).toMatchObject({ leftOut: [] });
  expect(eventsOf(events, 'made')[0]?.provenance.models).toContain('4x-UltraSharp.pth');
});

async function draw(changes: Partial<RenderSpec>, finished: ReadonlySet<number> = new Set()) {
  return eventsOf(await run(changes, finished), 'image').map(({ rgba }) => rgba);
}

async function run(changes: Partial<RenderSpec>, finished: ReadonlySet<number> = new Set()) {
  const recipe = makeRecipe({
    style: null,
    background: { kind: 'colour', colour: '#336699' },
    widthPx: PX,
    heightPx: PX,
    quality: 'draft',
    ...changes,
  });
  const readFile = async (hash: ContentHash) => {
    const bytes = FILES.get(hash);
    if (bytes === undefined) throw new Error(`no file ${hash}`);
    return bytes;
  };
  const context = { readFile, handle: null, keepHandle: async () => {}, finished, madeBefore: [] };
  const events: EngineEvent[] = [];
  for await (const event of engine.run(recipe, context, new AbortController().signal)) events.push(event);
  return events;
}

function at(rgba: Uint8Array, x: number, y: number): number[] {
  return [...rgba.subarray((y * PX + x) * 4, (y * PX + x) * 4 + 4)];
}

function flat(background: string, width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
}

async function box(colour: string, around: string, height = BOX.height): Promise<Uint8Array> {
  const input = Buffer.from(await flat(colour, BOX.width, height));
  return sharp(await flat(around, PX, PX))
    .composite([{ input, left: BOX.left, top: BOX.top }])
    .removeAlpha()
    .png()
    .toBuffer();
}

async function sketch(): Promise<Uint8Array> {
  const input = Buffer.from(await flat('#ffffff', 20, 10));
  return sharp(await flat('#00000000', PX, PX))
    .composite([{ input, left: UPPER[0] - 10, top: UPPER[1] - 5 }])
    .png()
    .toBuffer();
}

const FILES = new Map<ContentHash, Uint8Array>([
  [hashOf('snapshot'), await box('#806040', '#1e1e1e')],
  [hashOf('outline'), await box('#202020', '#000000')],
  [hashOf('depth'), await box('#c0c0c0', '#000000')],
  [hashOf('alpha'), await box('#ffffff', '#000000')],
  [hashOf('mask of upper'), await box('#ffffff', '#000000', 24)],
  [hashOf('texture of upper'), await flat('#ff0000', 32, 32)],
  [hashOf('blue'), await flat('#0000ff', 32, 32)],
  [hashOf('lightmap'), await sketch()],
]);
