import sharp from 'sharp';
import type { ContentHash } from '../../src/contract/ids.ts';
import type { BackgroundSpec, MaskSpec, RenderSpec } from '../../src/contract/render-spec.ts';
import { CHECKPOINT_CANVAS } from '../../src/server/renders/engines/comfyui/graph/graph-size.ts';
import type {
  Canvas,
  ImageRole,
  PreparedImage,
  PreparedOrder,
} from '../../src/server/renders/engines/comfyui/graph/parts.ts';
import { prepareOrder } from '../../src/server/renders/engines/comfyui/graph/prepare-images.ts';
import type { PlateParts } from '../../src/server/renders/engines/hero/plate-parts.ts';
import { hashOf, makeMask, makeRecipe } from './ai-recipe.ts';

/** A grey box on the stage: the left half of the picture is the background. */
const PX = 1024;
export const BOX = { left: 512, top: 256, width: 384, height: 512 };
export const IN_BOX = [700, 500] as const;
export const OUTSIDE = [100, 100] as const;
export const COLOUR: BackgroundSpec = { kind: 'colour', colour: '#00ff00' };
/** In the middle of a white square of light, 100 px wide. */
export const PAINTED = [700, 350] as const;

/** The whole box, the hundred px at its left, or nothing, wearing a blue texture. */
export function maskOf(name: 'box' | 'left' | 'nothing', changes: Partial<MaskSpec> = {}): MaskSpec {
  return makeMask(name, { materialImageHash: hashOf('texture'), ...changes });
}

/** An order of pictures that are drawn here. */
export function prepare(changes: Partial<RenderSpec>, canvas?: Canvas): Promise<PreparedOrder> {
  return prepareOrder(makeRecipe(changes), readFile, undefined, canvas);
}

/** One that keeps its product, small. */
export function prepareKept(changes: Partial<RenderSpec>, plate: PlateParts): Promise<PreparedOrder> {
  return prepareOrder(
    makeRecipe({ keepsProduct: 'studio', ...changes }),
    readFile,
    256 * 256,
    CHECKPOINT_CANVAS,
    plate,
  );
}

let drawn: Promise<ReadonlyMap<ContentHash, Uint8Array>> | null = null;

async function drawAll(): Promise<ReadonlyMap<ContentHash, Uint8Array>> {
  const left = { ...BOX, width: 100 };
  const made: [string, Promise<Uint8Array>][] = [
    ['snapshot', drawSnapshot()],
    ['checkered', drawCheckered()],
    ['alpha', draw(BOX, '#ffffff')],
    ['depth', draw(BOX, '#c8c8c8')],
    ['outline', draw({ ...BOX, width: 4 }, '#ffffff')],
    ['mask of box', draw(BOX, '#ffffff')],
    ['mask of left', draw(left, '#ffffff')],
    ['mask of nothing', draw({ ...BOX, width: 1, height: 1 }, '#000000')],
    ['lightmap', draw({ left: 650, top: 300, width: 100, height: 100 }, '#ffffff', '#00000000')],
    ['empty sketch', draw(BOX, '#00000000', '#00000000')],
    ['texture', flat('#0000ff', 32, 32)],
    ['style', flat('#ff8800', 300, 200)],
    ['background', drawStripes()],
    ['broken', Promise.resolve(new Uint8Array(100))],
  ];
  const files = new Map<ContentHash, Uint8Array>();
  for (const [name, bytes] of made) files.set(hashOf(name), await bytes);
  return files;
}

async function readFile(hash: ContentHash): Promise<Uint8Array> {
  drawn ??= drawAll();
  const bytes = (await drawn).get(hash);
  if (bytes === undefined) throw new Error(`nobody made ${hash}`);
  return bytes;
}

type Rectangle = typeof BOX;

function flat(background: string, width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
}

async function draw({ left, top, width, height }: Rectangle, colour: string, around = '#000000') {
  const input = Buffer.from(await flat(colour, width, height));
  const stage = sharp({ create: { width: PX, height: PX, channels: 4, background: around } });
  return stage.composite([{ input, left, top }]).png().toBuffer();
}

/** Mid grey, and in it the box, brighter from left to right. */
async function drawSnapshot(): Promise<Uint8Array> {
  const rgb = new Uint8Array(PX * PX * 3).fill(128);
  for (let y = BOX.top; y < BOX.top + BOX.height; y++) {
    for (let x = BOX.left; x < BOX.left + BOX.width; x++) {
      const bright = 100 + (100 * (x - BOX.left)) / BOX.width;
      rgb.set([bright, 20, 20], (y * PX + x) * 3);
    }
  }
  return sharp(rgb, { raw: { width: PX, height: PX, channels: 3 } })
    .png()
    .toBuffer();
}

/** Two pixels dark, two bright. */
async function drawCheckered(): Promise<Uint8Array> {
  const rgb = Uint8Array.from({ length: PX * PX * 3 }, (_, i) => ((i / 3) & 2 ? 40 : 220));
  return sharp(rgb, { raw: { width: PX, height: PX, channels: 3 } })
    .png()
    .toBuffer();
}

async function drawStripes(): Promise<Uint8Array> {
  const stripe = async (colour: string, left: number) => ({
    input: Buffer.from(await flat(colour, 200, 400)),
    left,
    top: 0,
  });
  return sharp({ create: { width: 800, height: 400, channels: 3, background: '#ffffff' } })
    .composite([await stripe('#ff0000', 0), await stripe('#0000ff', 600)])
    .png()
    .toBuffer();
}

export interface Pixels {
  readonly data: Uint8Array;
  at(x: number, y: number, channel?: number): number;
}

export function find(order: PreparedOrder, role: ImageRole): PreparedImage | undefined {
  return order.images.find((one) => one.role === role);
}

/** The pixels of one picture of it. */
export async function open(order: PreparedOrder, role: ImageRole): Promise<Pixels> {
  const found = find(order, role);
  if (found === undefined) throw new Error(`no ${role}`);
  const { data, info } = await sharp(found.png).raw().toBuffer({ resolveWithObject: true });
  return { data, at: (x, y, channel = 0) => data[(y * info.width + x) * info.channels + channel] ?? -1 };
}
