import {
  type BufferGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Shape,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { DEFAULT_MATERIAL } from '../../src/tracer/gltf/read-materials.ts';
import { openKernel } from '../../src/tracer/kernel/open-kernel.ts';
import { denoise } from '../../src/tracer/post/denoise.ts';
import { openFilters } from '../../src/tracer/post/filter-passes.ts';
import { TONE_MAPS } from '../../src/tracer/post/tone-map.ts';
import { buildAcceleration } from '../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../src/tracer/scene/pack-scene.ts';
import type { SceneMaterial, Sky } from '../../src/tracer/scene.ts';
import type { Rgb } from './colour.ts';
import { fromHex, fromLinear, toLinear } from './colour.ts';
import { joinParts } from './join-parts.ts';
import { clamp, smoothstep } from './noise.ts';
import type { Picture } from './picture.ts';

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
  /** Light from above and from the room, linear. */
  readonly sky: Vector;
  readonly bounce: Vector;
  /** Light from the side across the key that draws the outlines, linear. */
  readonly rim: Vector;
  readonly vignette: number;
}

/** After the denoiser they are as clean as some 400. */
const SAMPLES = 32;
const EYE: Vector = [0, 1.55, 7.4];
const FOV_DEGREES = 30.2;
const SKY_PX = { width: 512, height: 256 };
const EDGE = 0.035;

/**
 * Lights and traces a still life with the Studio engine's own kernel.
 *
 * @param wasm `kernel.wasm`.
 */
export async function traceStillLife(life: StillLife, sizePx: number, wasm: Uint8Array): Promise<Picture> {
  const geometry = joinParts([drawPaper(), ...life.solids.map(drawSolid)]);
  const material = (colour: string, gloss: number): SceneMaterial => ({
    ...DEFAULT_MATERIAL,
    baseColour: fromHex(colour).map(toLinear) as Rgb,
    isDoubleSided: true,
    metalness: 0,
    roughness: 0.85 - 0.5 * gloss,
    clearcoat: gloss,
    clearcoatRoughness: 0.06,
  });
  const scene = {
    geometry,
    materials: [
      material(life.paper, 0),
      ...life.solids.map(({ colour, gloss }) => material(colour, gloss ?? 0)),
    ],
    textures: [],
    textureFrame: null,
    sky: drawSky(life),
    floor: { y: -100, bounceColour: [0, 0, 0], reflection: 0 },
    camera: {
      position: EYE,
      target: [0, 1.03, 0],
      up: [0, 1, 0],
      fovDegrees: FOV_DEGREES,
      widthPx: sizePx,
      heightPx: sizePx,
    },
  } as const;
  const kernel = openKernel(wasm, packScene(scene, buildAcceleration(geometry)));
  const tile = { x: 0, y: 0, width: sizePx, height: sizePx, sampleCount: 8, seed: 1 };
  for (let firstSample = 0; firstSample < SAMPLES; firstSample += 8)
    kernel.traceTile({ ...tile, firstSample });
  const { object } = await denoise(kernel.accumulation(SAMPLES), openFilters(wasm));
  return develop(object, sizePx, life.vignette);
}

function develop(radiance: Float32Array, sizePx: number, vignette: number): Picture {
  const rgb = new Uint8Array(radiance.length);
  const pixel: Rgb = [0, 0, 0];
  for (let i = 0; i < sizePx * sizePx; i++) {
    const [u, v] = [(i % sizePx) / sizePx - 0.5, Math.floor(i / sizePx) / sizePx - 0.5];
    const edge = 1 - vignette * smoothstep(0.35, 0.85, Math.hypot(u, v));
    for (let c = 0; c < 3; c++) pixel[c] = radiance[i * 3 + c]! * edge;
    TONE_MAPS.neutral(pixel);
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round(fromLinear(pixel[c]!) * 255);
  }
  return { sizePx, rgb };
}

/** A soft room with one round softbox, and a strip across from it. */
function drawSky(life: StillLife): Sky {
  const { width, height } = SKY_PX;
  const radiance = new Float32Array(width * height * 3);
  const key = unit(life.key);
  const side = unit([-key[0] * 1.2, 0.35, -0.12]);
  const radius = clamp(1.6 / life.shadowSharpness, 0.09, 0.42);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const polar = ((y + 0.5) / height) * Math.PI;
      const turn = ((x + 0.5) / width - 0.5) * 2 * Math.PI;
      const to: Vector = [
        Math.sin(turn) * Math.sin(polar),
        Math.cos(polar),
        -Math.cos(turn) * Math.sin(polar),
      ];
      const box = smoothstep(radius * 1.08, radius * 0.92, Math.acos(clamp(dot(to, key), -1, 1)));
      const strip = smoothstep(0.3, 0.2, Math.acos(clamp(dot(to, side), -1, 1)));
      const up = 0.5 + 0.5 * to[1];
      for (let c = 0; c < 3; c++) {
        radiance[(y * width + x) * 3 + c] =
          life.sky[c]! * up +
          life.bounce[c]! * (1 - up) +
          (box * life.keyLight[c]!) / radius ** 2 +
          strip * life.rim[c]! * 2.4;
      }
    }
  }
  return { widthPx: width, heightPx: height, radiance };
}

/** A roll of paper that bends from the table up into the wall. */
function drawPaper(): BufferGeometry {
  const bend = 1.6;
  const wall = -2.6;
  const profile = [new Vector2(-14, 0)];
  for (let i = 0; i <= 24; i++) {
    const turn = (i / 24) * (Math.PI / 2);
    profile.push(new Vector2(-(wall + bend) + Math.sin(turn) * bend, bend - Math.cos(turn) * bend));
  }
  profile.push(new Vector2(-wall, 14));
  // A lathe of a vast radius is a straight extrusion with smooth normals.
  const far = 4_000;
  const sheet = new LatheGeometry(
    profile.map(({ x, y }) => new Vector2(far + x, y)),
    8,
    -0.01,
    0.02,
  );
  return sheet.rotateY(Math.PI).translate(0, 0, far);
}

function drawSolid({ kind, at, size, turn }: Solid): BufferGeometry {
  return shapeOf(kind, size)
    .rotateY(turn ?? 0)
    .translate(at[0], at[1], at[2]);
}

function shapeOf(kind: Solid['kind'], [a, b, c]: Vector): BufferGeometry {
  switch (kind) {
    case 'sphere':
      return new SphereGeometry(a, 160, 100);
    case 'torus':
      return new TorusGeometry(a, b, 64, 200);
    case 'box':
      return new RoundedBoxGeometry(a * 2, b * 2, c * 2, 6, EDGE);
    case 'cylinder':
      return lathe([new Vector2(a, -b), new Vector2(a, b)]);
    case 'cone':
      return lathe([new Vector2(a, -b), new Vector2(0.01, b)]);
    case 'arch':
      return arch(a, b, c);
  }
}

/** Turns a side with its lid and its bottom, the corners rounded. */
function lathe([low, high]: readonly [Vector2, Vector2]): BufferGeometry {
  const corners = [new Vector2(0, low.y), low, high, new Vector2(0, high.y)];
  const line: Vector2[] = [corners[0]!];
  for (const i of [1, 2]) {
    const corner = corners[i]!;
    const reach = Math.min(EDGE, corner.x * 0.8);
    const from = corner.clone().add(corners[i - 1]!.clone().sub(corner).setLength(reach));
    const to = corner.clone().add(corners[i + 1]!.clone().sub(corner).setLength(reach));
    for (let k = 0; k <= 8; k++) {
      const t = k / 8;
      line.push(
        new Vector2(
          from.x * (1 - t) ** 2 + corner.x * 2 * t * (1 - t) + to.x * t ** 2,
          from.y * (1 - t) ** 2 + corner.y * 2 * t * (1 - t) + to.y * t ** 2,
        ),
      );
    }
  }
  line.push(corners[3]!);
  return new LatheGeometry(line, 200);
}

/** A block with a round top, and the same shape at 55 % cut out of it. */
function arch(a: number, b: number, c: number): BufferGeometry {
  const spring = b - a;
  const inner = a * 0.55;
  const shape = new Shape()
    .moveTo(-a, -b)
    .lineTo(-a, spring)
    .absarc(0, spring, a, Math.PI, 0, true)
    .lineTo(a, -b)
    .lineTo(inner, -b)
    .lineTo(inner, spring)
    .absarc(0, spring, inner, 0, Math.PI, false)
    .lineTo(-inner, -b)
    .closePath();
  const bevel = {
    bevelEnabled: true,
    bevelThickness: EDGE,
    bevelSize: EDGE,
    bevelOffset: -EDGE,
    bevelSegments: 6,
  };
  const depth = c * 2 - EDGE * 2;
  return new ExtrudeGeometry(shape, { depth, curveSegments: 96, ...bevel }).translate(0, 0, -depth / 2);
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(v: Vector): Vector {
  const length = Math.sqrt(dot(v, v));
  return [v[0] / length, v[1] / length, v[2] / length];
}
