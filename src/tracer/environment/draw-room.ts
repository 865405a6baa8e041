import type { Radiance } from './paint-map.ts';

type Triple = readonly [number, number, number];

/** Metres from the product: a studio eight by nine metres and three high, in the middle of which a table stands. */
const LEFT = -4;
const RIGHT = 4;
const BACK = -4.5;
const FRONT = 4.5;
const FLOOR = -0.95;
const CEILING = 2.25;

/** A hole in a wall, through which an even grey day is seen: along the wall and upwards. */
interface Window {
  readonly wall: 'left' | 'front';
  readonly from: number;
  readonly to: number;
  readonly bottom: number;
  readonly top: number;
  readonly panes: readonly [across: number, upwards: number];
}

/** Three tall windows on the left, a wide one behind the camera. */
const WINDOWS: readonly Window[] = [
  { wall: 'left', from: -3.6, to: -1.6, bottom: -0.5, top: 1.95, panes: [2, 3] },
  { wall: 'left', from: -1.1, to: 0.9, bottom: -0.5, top: 1.95, panes: [2, 3] },
  { wall: 'left', from: 1.4, to: 3.4, bottom: -0.5, top: 1.95, panes: [2, 3] },
  { wall: 'front', from: 0.4, to: 3.2, bottom: 0.1, top: 1.85, panes: [3, 2] },
];
/** Of the day outside, beside white walls. */
const DAY: Triple = [7.4, 7.8, 8.3];
const OUTSIDE_GROUND: Triple = [2.2, 2.35, 2.1];
const BAR = 0.035;
const FRAME = 0.07;
/** Light that went round the room. */
const AMBIENT = 0.55;

const WALL: Triple = [0.82, 0.81, 0.79];
const CEILING_COLOUR: Triple = [0.86, 0.86, 0.85];
const OAK: Triple = [0.42, 0.31, 0.22];
const FRAME_COLOUR: Triple = [0.75, 0.75, 0.74];

/** A daylight studio: white walls, a wooden floor, tall windows on the left. Of our own making, worked out by ray. */
export const radianceOfRoom: Radiance = (dx, dy, dz) => {
  const to = (wall: number, along: number) => (along === 0 ? Number.POSITIVE_INFINITY : wall / along);
  const tx = to(dx < 0 ? LEFT : RIGHT, dx);
  const ty = to(dy < 0 ? FLOOR : CEILING, dy);
  const tz = to(dz < 0 ? BACK : FRONT, dz);
  const t = Math.min(tx, ty, tz);
  const [x, y, z] = [dx * t, dy * t, dz * t];
  if (t === ty) {
    if (dy > 0) return shade([x, y, z], [0, -1, 0], CEILING_COLOUR);
    return shade([x, y, z], [0, 1, 0], boards(x, z));
  }
  if (t === tx) {
    const seen = dx < 0 ? through('left', z, y, dy) : null;
    return seen ?? shade([x, y, z], [dx < 0 ? 1 : -1, 0, 0], skirted(y, WALL));
  }
  const seen = dz > 0 ? through('front', x, y, dy) : null;
  return seen ?? shade([x, y, z], [0, 0, dz < 0 ? 1 : -1], skirted(y, WALL));
};

/** What is seen in a window, or of its frame; null where there is wall. */
function through(wall: Window['wall'], along: number, y: number, dy: number): Triple | null {
  for (const window of WINDOWS) {
    if (window.wall !== wall) continue;
    const [u, v] = [along - window.from, y - window.bottom];
    const [width, height] = [window.to - window.from, window.top - window.bottom];
    if (u < -FRAME || v < -FRAME || u > width + FRAME || v > height + FRAME) continue;
    const isBar = (at: number, size: number, count: number) => {
      const pane = size / count;
      const off = at - Math.round(at / pane) * pane;
      return Math.abs(off) < BAR;
    };
    const isFrame = u < 0 || v < 0 || u > width || v > height;
    if (isFrame || isBar(u, width, window.panes[0]) || isBar(v, height, window.panes[1])) {
      return [FRAME_COLOUR[0] * 1.1, FRAME_COLOUR[1] * 1.1, FRAME_COLOUR[2] * 1.12];
    }
    if (dy > 0.02) {
      const bright = 0.8 + 0.4 * Math.min(1, dy * 2);
      return [DAY[0] * bright, DAY[1] * bright, DAY[2] * bright];
    }
    const far = Math.min(1, Math.max(0, (dy + 0.06) / 0.08));
    return mix(OUTSIDE_GROUND, [DAY[0] * 0.8, DAY[1] * 0.8, DAY[2] * 0.8], far);
  }
  return null;
}

/** Light of the windows on a matt surface, from the middles of four parts of each, and what goes round the room. */
function shade([x, y, z]: Triple, [nx, ny, nz]: Triple, colour: Triple): Triple {
  let sum = 0;
  for (let i = 0; i < PARTS.length; i += 6) {
    const wx = PARTS[i]! - x;
    const wy = PARTS[i + 1]! - y;
    const wz = PARTS[i + 2]! - z;
    const arriving = wx * nx + wy * ny + wz * nz;
    if (arriving <= 0) continue;
    const square = wx * wx + wy * wy + wz * wz;
    const leaving = Math.abs(wx * PARTS[i + 3]! + wz * PARTS[i + 4]!);
    // Softened where a point is nearer to a window than its parts are to each other.
    sum += (PARTS[i + 5]! * arriving * leaving) / (square * square + 0.6);
  }
  const light = AMBIENT + (sum * 7) / Math.PI;
  return [colour[0] * light, colour[1] * light, colour[2] * light];
}

/** Of each quarter of each window: its middle, along x and z how it faces, and its area. */
const PARTS = Float64Array.from(
  WINDOWS.flatMap(({ wall, from, to, bottom, top }) =>
    [0, 1, 2, 3].flatMap((quarter) => {
      const along = from + (to - from) * (quarter % 2 === 0 ? 0.25 : 0.75);
      const up = bottom + (top - bottom) * (quarter < 2 ? 0.25 : 0.75);
      const area = ((to - from) * (top - bottom)) / 4;
      return wall === 'left' ? [LEFT, up, along, 1, 0, area] : [along, up, FRONT, 0, 1, area];
    }),
  ),
);

function skirted(y: number, colour: Triple): Triple {
  return y < FLOOR + 0.09 ? [0.9, 0.9, 0.89] : colour;
}

/** Boards 16 cm wide, none quite like the next. */
function boards(x: number, z: number): Triple {
  const board = Math.floor(x / 0.16);
  const tone = 0.88 + 0.24 * fraction(board * 0.6180339887 + 0.37 * Math.floor(z / 1.7 + 0.31 * board));
  return [OAK[0] * tone, OAK[1] * tone, OAK[2] * tone];
}

function fraction(value: number): number {
  return value - Math.floor(value);
}

function mix(a: Triple, b: Triple, t: number): Triple {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}
