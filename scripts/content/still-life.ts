import type { Rgb } from './colour.ts';
import { fromHex, fromLinear, toLinear } from './colour.ts';
import { clamp, mix, smoothstep } from './noise.ts';
import type { Painter } from './picture.ts';

type Vector = readonly [number, number, number];

/** A solid on the table. Sizes are in the scene's own units: the picture shows about 4 of them. */
interface Solid {
  readonly kind: 'sphere' | 'cylinder' | 'box' | 'arch' | 'torus' | 'cone';
  readonly at: Vector;
  /** sphere: radius. cylinder, cone: radius, half height. box, arch: half sizes. torus: radius, thickness. */
  readonly size: Vector;
  /** Anticlockwise seen from above, radians. */
  readonly turn?: number;
  readonly colour: string;
  /** 0 is chalk, 1 is porcelain. */
  readonly gloss?: number;
}

export interface StillLife {
  readonly solids: readonly Solid[];
  readonly paper: string;
  /** Where the key light stands, and its colour times strength, linear. */
  readonly key: Vector;
  readonly keyLight: Vector;
  /** Width of the key: 40 casts a sharp shadow, 5 a very soft one. */
  readonly shadowSharpness: number;
  /** Light from above and from the table, linear. */
  readonly sky: Vector;
  readonly bounce: Vector;
  /** Light from behind that draws the outlines, linear. */
  readonly rim: Vector;
  /** A second, round pool of light on the wall: its middle and strength. */
  readonly pool: { readonly x: number; readonly y: number; readonly light: Vector; readonly size: number };
  readonly vignette: number;
}

interface Placed extends Solid {
  readonly linear: Rgb;
  readonly cos: number;
  readonly sin: number;
  readonly reach: number;
}

const WALL_Z = -2.6;
const EYE: Vector = [0, 1.55, 7.4];
const LENS = 1.85;

/** Draws a still life by marching rays through its distance field. */
export function createStillLifePainter(life: StillLife): Painter {
  const solids: Placed[] = life.solids.map((solid) => ({
    ...solid,
    linear: fromHex(solid.colour).map(toLinear) as Rgb,
    cos: Math.cos(solid.turn ?? 0),
    sin: Math.sin(solid.turn ?? 0),
    reach: solid.kind === 'torus' ? solid.size[0] + solid.size[1] : Math.hypot(...solid.size),
  }));
  const paper = fromHex(life.paper).map(toLinear) as Rgb;
  const field = createField(solids);
  const key = normalise(life.key);
  const pitch = -0.07;
  return (out, u, v) => {
    const sx = (u - 0.5) / LENS;
    const sy = (0.5 - v) / LENS;
    const ray = normalise([
      sx,
      sy * Math.cos(pitch) + Math.sin(pitch),
      -Math.cos(pitch) + sy * Math.sin(pitch),
    ]);
    const t = field.march(EYE, ray, 3.4);
    const x = EYE[0] + ray[0] * t;
    const y = EYE[1] + ray[1] * t;
    const z = EYE[2] + ray[2] * t;
    const n = field.normal(x, y, z);
    const solid = field.nearest(x, y, z);
    const albedo = solid?.linear ?? paper;
    const facing = Math.max(0, dot(n, key));
    const shade = facing > 0 ? field.shadow(x, y, z, key, life.shadowSharpness) : 0;
    const open = field.openness(x, y, z, n);
    const up = 0.5 + 0.5 * n[1];
    const glance = (1 - Math.max(0, -dot(n, ray))) ** 4;
    const mirror = 2 * dot(n, ray);
    const along = Math.max(
      0,
      dot([ray[0] - mirror * n[0], ray[1] - mirror * n[1], ray[2] - mirror * n[2]], key),
    );
    const gloss = solid?.gloss ?? 0;
    const shine = gloss * (along ** 60 * 0.9 + along ** 9 * 0.12) * shade + gloss * glance * 0.25 * open;
    const wash = solid ? 0 : smoothstep(life.pool.size, 0, Math.hypot(x - life.pool.x, y - life.pool.y));
    const edge = 1 - life.vignette * smoothstep(0.35, 0.85, Math.hypot(u - 0.5, v - 0.5));
    for (let c = 0; c < 3; c++) {
      const light =
        life.keyLight[c]! * facing * shade +
        (life.sky[c]! * up + life.bounce[c]! * (1 - up)) * open +
        (solid ? life.rim[c]! * glance * (0.3 + 0.7 * open) : 0) +
        life.pool.light[c]! * wash * open;
      const linear = (albedo[c]! * light + shine * (life.keyLight[c]! * 0.6 + 0.1)) * edge;
      out[c] = fromLinear(soften(linear));
    }
  };
}

/** Bends what is above 0.7 towards white instead of cutting it. */
function soften(linear: number): number {
  return linear < 0.7 ? linear : 0.7 + 0.3 * (1 - Math.exp(-(linear - 0.7) / 0.3));
}

function createField(solids: readonly Placed[]) {
  const ground = (y: number, z: number) => {
    // Floor and wall meet in a round bend, as paper does.
    const h = clamp(0.5 + (0.5 * (z - WALL_Z - y)) / 1.6, 0, 1);
    return mix(z - WALL_Z, y, h) - 1.6 * h * (1 - h);
  };
  const distance = (x: number, y: number, z: number) => {
    let d = ground(y, z);
    for (const solid of solids) d = Math.min(d, solidDistance(solid, x, y, z, d));
    return d;
  };
  const top = Math.max(...solids.map((solid) => solid.at[1] + solid.reach));
  const onTheWay: Placed[] = [];
  /** Finds the solids that a ray passes within `spread` times the way to them. */
  const look = (x: number, y: number, z: number, to: Vector, spread: number) => {
    onTheWay.length = 0;
    for (const solid of solids) {
      const dx = solid.at[0] - x;
      const dy = solid.at[1] - y;
      const dz = solid.at[2] - z;
      const along = dx * to[0] + dy * to[1] + dz * to[2];
      if (along < -solid.reach) continue;
      const near = solid.reach + Math.max(0, along + solid.reach) * spread;
      if (dx * dx + dy * dy + dz * dz - along * along < near * near) onTheWay.push(solid);
    }
  };
  return {
    /** Way along a ray until it meets something. */
    march: (from: Vector, ray: Vector, start: number) => {
      look(from[0], from[1], from[2], ray, 0);
      let t = start;
      for (let i = 0; i < 90 && t < 24; i++) {
        const x = from[0] + ray[0] * t;
        const y = from[1] + ray[1] * t;
        const z = from[2] + ray[2] * t;
        let d = ground(y, z);
        for (const solid of onTheWay) d = Math.min(d, solidDistance(solid, x, y, z, d));
        if (d < 0.0008 * t) break;
        t += d;
      }
      return t;
    },
    nearest: (x: number, y: number, z: number): Placed | null => {
      let best = ground(y, z);
      let found: Placed | null = null;
      for (const solid of solids) {
        const d = solidDistance(solid, x, y, z, best);
        if (d < best) {
          best = d;
          found = solid;
        }
      }
      return found;
    },
    normal: (x: number, y: number, z: number): Vector => {
      const e = 0.0015;
      const a = distance(x + e, y - e, z - e);
      const b = distance(x - e, y - e, z + e);
      const c = distance(x - e, y + e, z - e);
      const d = distance(x + e, y + e, z + e);
      return normalise([a - b - c + d, -a - b + c + d, -a + b - c + d]);
    },
    /** 1 where the whole light is seen, 0 in full shadow. */
    shadow: (x: number, y: number, z: number, to: Vector, sharpness: number) => {
      look(x, y, z, to, 1 / sharpness);
      if (onTheWay.length === 0) return 1;
      let light = 1;
      let t = 0.03;
      for (let i = 0; i < 48 && y + to[1] * t < top; i++) {
        let d = 2;
        for (const solid of onTheWay)
          d = Math.min(d, solidDistance(solid, x + to[0] * t, y + to[1] * t, z + to[2] * t, d));
        light = Math.min(light, 0.5 + (0.5 * sharpness * d) / t);
        if (light <= 0) return 0;
        t += clamp(Math.abs(d), 0.03, 0.5);
      }
      return light * light * (3 - 2 * light);
    },
    /** 1 in the open, towards 0 in a corner. */
    openness: (x: number, y: number, z: number, n: Vector) => {
      let closed = 0;
      let weight = 1;
      for (let i = 1; i <= 5; i++) {
        const step = 0.03 + 0.16 * (i - 1);
        closed += (step - distance(x + n[0] * step, y + n[1] * step, z + n[2] * step)) * weight;
        weight *= 0.72;
      }
      return clamp(1 - closed * 0.62, 0, 1);
    },
  };
}

const ROUND = 0.035;

/** Distance to a solid; `far` when it is certainly not nearer than that. Square roots: `Math.hypot` is ten times slower. */
function solidDistance(solid: Placed, px: number, py: number, pz: number, far: number): number {
  const dx = px - solid.at[0];
  const y = py - solid.at[1];
  const dz = pz - solid.at[2];
  const { size, kind } = solid;
  const square = dx * dx + y * y + dz * dz;
  if (square > (far + solid.reach) ** 2) return far;
  if (kind === 'sphere') return Math.sqrt(square) - size[0];
  const x = dx * solid.cos - dz * solid.sin;
  const z = dx * solid.sin + dz * solid.cos;
  if (kind === 'torus') return length2(length2(x, y) - size[0], z) - size[1];
  const high = Math.abs(y) - size[1];
  if (kind === 'cylinder') return roundCorner(length2(x, z) - size[0], high);
  if (kind === 'cone') {
    const side = length2(x, z) - size[0] * 0.5 * (1 - y / size[1]);
    return roundCorner((side * 2 * size[1]) / length2(size[0], 2 * size[1]), high);
  }
  const deep = Math.abs(z) - size[2];
  if (kind === 'box') {
    const a = Math.max(Math.abs(x) - size[0] + ROUND, 0);
    const b = Math.max(high + ROUND, 0);
    const c = Math.max(deep + ROUND, 0);
    const inside = Math.min(Math.max(Math.abs(x) - size[0], high, deep) + ROUND, 0);
    return Math.sqrt(a * a + b * b + c * c) + inside - ROUND;
  }
  // An arch: a block with a round top, and the same shape at 55 % cut out of it.
  const spring = size[1] - size[0];
  const across = y < spring ? Math.abs(x) : length2(x, y - spring);
  return roundCorner(Math.max(across - size[0], size[0] * 0.55 - across), Math.max(deep, -y - size[1]));
}

function length2(a: number, b: number): number {
  return Math.sqrt(a * a + b * b);
}

function roundCorner(a: number, b: number): number {
  const x = a + ROUND;
  const y = b + ROUND;
  return Math.min(Math.max(x, y), 0) + length2(Math.max(x, 0), Math.max(y, 0)) - ROUND;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function normalise(v: Vector): Vector {
  const length = Math.sqrt(dot(v, v));
  return [v[0] / length, v[1] / length, v[2] / length];
}
