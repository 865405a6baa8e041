import sharp from 'sharp';

type Vector = readonly [number, number, number];
/** Linear light. */
export type Colour = Vector;

/** Products that contours can be hard to find on. */
export const SHAPES = ['round', 'boxy', 'thin', 'holes', 'bottle'] as const;
export type Shape = (typeof SHAPES)[number];

/** How a product lies in the picture, changed from how it should. */
export interface Placing {
  /** Shares of the picture's side. */
  readonly shift?: readonly [number, number];
  readonly scale?: number;
}

/** What a picture of a product is drawn from: what each pixel's samples hit. */
export interface Surface {
  readonly px: number;
  /** Per sample, two by two of a pixel: 0 is nothing, else material + 1. */
  readonly material: Uint8Array;
  /** Unit normals, 3 per sample. */
  readonly normal: Float32Array;
  /** Where it was hit, in the product's own frame. */
  readonly point: Float32Array;
}

export interface Look {
  readonly colours: readonly [Colour, Colour];
  /** 0 to 1: how much of a print and a grain lies on the colours. */
  readonly pattern: number;
  readonly light: { readonly from: Vector; readonly strength: number; readonly ambient: number };
  readonly gloss: number;
  /** Colour at a place of the picture, x and y 0 to 1. */
  readonly background: (x: number, y: number) => Colour;
}

const SAMPLES = 2;

export function drawSurface(shape: Shape, px: number, seed: number, placing: Placing = {}): Surface {
  const side = px * SAMPLES;
  const material = new Uint8Array(side * side);
  const normal = new Float32Array(side * side * 3);
  const point = new Float32Array(side * side * 3);
  const distance = DISTANCES[shape];
  const turn = turnBy(0.4 + seed * 0.7, 0.35);
  const [right, down] = placing.shift ?? [0, 0];
  const scale = placing.scale ?? 1;
  for (let at = 0; at < side * side; at++) {
    const x = ((((at % side) + 0.5) / side - right - 0.5) * 2) / scale;
    const y = ((0.5 - (Math.floor(at / side) + 0.5) / side + down) * 2) / scale;
    const hit = march(distance, turn, x, y);
    if (hit === null) continue;
    material[at] = hit.material + 1;
    normal.set(hit.normal, at * 3);
    point.set(hit.point, at * 3);
  }
  return { px, material, normal, point };
}

/** Red, green and blue of the product in a light, 8 bits. */
export function drawPicture(surface: Surface, look: Look): Uint8Array {
  const { px } = surface;
  const rgb = new Uint8Array(px * px * 3);
  const side = px * SAMPLES;
  for (let at = 0; at < px * px; at++) {
    const [x, y] = [at % px, Math.floor(at / px)];
    const behind = look.background((x + 0.5) / px, (y + 0.5) / px);
    const sum = [0, 0, 0];
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const from = (y * SAMPLES + (sample >> 1)) * side + x * SAMPLES + (sample & 1);
      const colour = surface.material[from] === 0 ? behind : shade(surface, from, look);
      for (const k of [0, 1, 2] as const) sum[k] = sum[k]! + Math.min(1, colour[k]);
    }
    for (const k of [0, 1, 2] as const) rgb[at * 3 + k] = encode(sum[k]! / SAMPLES ** 2);
  }
  return rgb;
}

/** What the product covers, in shares; of one material alone 0 and 255. */
export function drawCover({ px, material }: Surface, only?: number): Uint8Array {
  const side = px * SAMPLES;
  return Uint8Array.from({ length: px * px }, (_, at) => {
    let count = 0;
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const [x, y] = [at % px, Math.floor(at / px)];
      const hit = material[(y * SAMPLES + (sample >> 1)) * side + x * SAMPLES + (sample & 1)]!;
      if (only === undefined ? hit > 0 : hit === only + 1) count += 1;
    }
    if (only !== undefined) return count === SAMPLES ** 2 ? 255 : 0;
    return (count * 255) / SAMPLES ** 2;
  });
}

/** What a diffusion model does to every picture: a little softer, grain, and the blocks of a JPEG. */
export async function roughen(rgb: Uint8Array, px: number, seed: number): Promise<Uint8Array> {
  const raw = { width: px, height: px, channels: 3 } as const;
  const soft = await sharp(rgb, { raw }).blur(0.6).raw().toBuffer();
  const random = createRandom(seed);
  for (let at = 0; at < soft.length; at++) {
    const grain = (random() + random() + random() - 1.5) * 8;
    soft[at] = Math.max(0, Math.min(255, Math.round(soft[at]! + grain)));
  }
  const jpeg = await sharp(soft, { raw }).jpeg({ quality: 85 }).toBuffer();
  return sharp(jpeg).raw().toBuffer();
}

/** 0 to 1, the same row for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** A room: a wall with a window and pictures on it, a floor that begins behind the product. */
export function drawRoom(seed: number, colour: Colour = [0.5, 0.45, 0.4]): Look['background'] {
  const random = createRandom(seed + 100);
  const horizon = 0.55 + 0.25 * random();
  const boards = Array.from({ length: 7 }, () => ({
    left: random() * 1.2 - 0.2,
    top: random() * 0.9 - 0.2,
    width: 0.1 + 0.4 * random(),
    height: 0.1 + 0.4 * random(),
    value: 0.2 + 1.4 * random(),
  }));
  return (x, y) => {
    let value = y > horizon ? 0.5 + 0.4 * Math.sin(x * 40 + y * 9) ** 2 : 1 - 0.4 * x;
    for (const { left, top, width, height, value: own } of boards) {
      if (x > left && x < left + width && y > top && y < top + height && y < horizon) value = own;
    }
    return [colour[0] * value, colour[1] * value, colour[2] * value];
  };
}

export const flat =
  (colour: Colour): Look['background'] =>
  () =>
    colour;

function shade(surface: Surface, at: number, look: Look): Colour {
  const n = read(surface.normal, at);
  const p = read(surface.point, at);
  const base = look.colours[surface.material[at]! - 1]!;
  const grain = Math.sin(p[0] * 31 + Math.sin(p[1] * 17) * 2) * Math.sin(p[1] * 23 + p[2] * 29);
  const print = Math.sin(p[0] * 9) * Math.sin(p[1] * 11) > 0.55 ? 0.45 : 1;
  const own = 1 - look.pattern + look.pattern * print * (1 + 0.25 * grain);
  const { from, strength, ambient } = look.light;
  const lit = Math.max(0, dot(n, from)) * strength + ambient * (0.7 + 0.3 * n[1]);
  const half = normalise([from[0], from[1], from[2] + 1]);
  const shine = look.gloss * strength * Math.max(0, dot(n, half)) ** 60;
  return [base[0] * own * lit + shine, base[1] * own * lit + shine, base[2] * own * lit + shine];
}

interface Hit {
  readonly material: number;
  readonly normal: Vector;
  readonly point: Vector;
}
/** Distance to the nearer of the two materials, and which it is. */
type Distance = (x: number, y: number, z: number) => readonly [number, number];

function march(distance: Distance, turn: (v: Vector) => Vector, x: number, y: number): Hit | null {
  for (let z = 1.5, step = 0; step < 90 && z > -1.5; step++) {
    const point = turn([x, y, z]);
    const [far, material] = distance(...point);
    if (far < 0.0015) {
      const e = 0.002;
      const slope = (along: Vector) => {
        const [dx, dy, dz] = turn(along);
        const ahead = distance(point[0] + dx * e, point[1] + dy * e, point[2] + dz * e)[0];
        return ahead - distance(point[0] - dx * e, point[1] - dy * e, point[2] - dz * e)[0];
      };
      const normal = normalise([slope([1, 0, 0]), slope([0, 1, 0]), slope([0, 0, 1])]);
      return { material, normal, point };
    }
    z -= far * 0.9;
  }
  return null;
}

const ball = (x: number, y: number, z: number, r: number) => Math.hypot(x, y, z) - r;
const box = (x: number, y: number, z: number, a: number, b: number, c: number) => {
  const [dx, dy, dz] = [Math.abs(x) - a, Math.abs(y) - b, Math.abs(z) - c];
  const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
  return outside + Math.min(0, Math.max(dx, dy, dz));
};
const rod = (x: number, y: number, z: number, from: Vector, to: Vector, r: number) => {
  const along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
  const p = [x - from[0], y - from[1], z - from[2]] as const;
  const share = Math.max(0, Math.min(1, dot(p, along) / dot(along, along)));
  return ball(p[0] - along[0] * share, p[1] - along[1] * share, p[2] - along[2] * share, r);
};
const disc = (x: number, y: number, z: number, r: number, half: number) =>
  Math.max(Math.hypot(x, z) - r, Math.abs(y) - half);
const nearer = (first: number, second: number) => [Math.min(first, second), first < second ? 0 : 1] as const;

const DISTANCES: Record<Shape, Distance> = {
  round: (x, y, z) => nearer(ball(x, y, z, 0.55), Math.hypot(Math.hypot(x, z) - 0.6, y) - 0.08),
  boxy: (x, y, z) => nearer(box(x, y + 0.1, z, 0.5, 0.35, 0.4), box(x, y - 0.33, z, 0.54, 0.08, 0.44)),
  thin: (x, y, z) =>
    nearer(
      Math.min(
        rod(x, y, z, [0, -0.6, 0], [0, 0.3, 0], 0.03),
        rod(x, y, z, [0, 0.3, 0], [0.5, 0.55, 0.1], 0.025),
        rod(x, y, z, [0, 0.1, 0], [-0.45, 0.4, -0.1], 0.02),
      ),
      Math.min(disc(x, y + 0.62, z, 0.28, 0.025), ball(x - 0.5, y - 0.55, z - 0.1, 0.1)),
    ),
  holes: (x, y, z) => {
    const cell = (v: number) => v - 0.2 * Math.round(Math.max(-2, Math.min(2, v / 0.2)));
    const plate = box(x, y, z, 0.55, 0.55, 0.06);
    return nearer(
      Math.max(plate, 0.065 - Math.hypot(cell(x), cell(y))),
      box(x, y + 0.62, z, 0.6, 0.06, 0.15),
    );
  },
  bottle: (x, y, z) =>
    nearer(
      Math.min(disc(x, y + 0.2, z, 0.3, 0.45), ball(x, y - 0.25, z, 0.3)),
      disc(x, y - 0.6, z, 0.12, 0.16),
    ),
};

function turnBy(around: number, up: number): (v: Vector) => Vector {
  const [ca, sa, cu, su] = [Math.cos(around), Math.sin(around), Math.cos(up), Math.sin(up)];
  return ([x, y, z]) => {
    const [v, w] = [y * cu + z * su, z * cu - y * su];
    return [x * ca + w * sa, v, w * ca - x * sa];
  };
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function normalise([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

function read(from: Float32Array, at: number): Vector {
  return [from[at * 3]!, from[at * 3 + 1]!, from[at * 3 + 2]!];
}

function encode(light: number): number {
  const value = Math.max(0, Math.min(1, light));
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
}
