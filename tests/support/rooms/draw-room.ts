import { BoxGeometry, type BufferGeometry, Euler, Matrix4, PlaneGeometry, Quaternion, Vector3 } from 'three';
import type { AreaLight, SceneMaterial, SceneTexture, Sky, TracerScene } from '../../../src/tracer/scene.ts';
import { openScene, sceneMaterial, soup, traceAll } from '../tracer-scenes.ts';
import { develop } from './develop-picture.ts';
import { floorTexture, otherThing, placeThing, plainThing, whitish, woodOrStone } from './furnish-room.ts';
import { lampColour } from './lamp-colour.ts';
import { type Dice, openDice } from './open-dice.ts';
import { shapeProduct } from './shape-product.ts';

type Triple = readonly [number, number, number];

/** A room that stands for a painted picture, and what is true of its light. */
export interface Room {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Linear RGB out of 8 bits of sRGB, as a picture is read. */
  readonly rgb: Float32Array;
  /** 255 where the product is. */
  readonly mask: Uint8Array;
  readonly camera: {
    readonly position: [number, number, number];
    readonly target: [number, number, number];
    readonly up: [number, number, number];
    readonly quaternion: [number, number, number, number];
    readonly fovDegrees: number;
  };
  readonly floorY: number;
  /** Of the product. */
  readonly bounds: [number, number, number, number, number, number];
  readonly truth: {
    readonly azimuthDegrees: number;
    readonly elevationDegrees: number;
    /** Linear, brightest channel 1. */
    readonly colour: Triple;
    readonly ambient: Triple;
    /** Whether the product's own shadow was drawn. */
    readonly hasShadow: boolean;
    /** Angle that the light takes, seen from the product. */
    readonly sizeDegrees: number;
    /** Irradiance of the surroundings in shares of the key's. */
    readonly fill: number;
    readonly isWallColoured: boolean;
  };
}

export interface RoomOptions {
  /** Longer side. */
  readonly sidePx?: number;
  readonly samples?: number;
  /** Other things than the boxes, balls and pillars of the first rooms. */
  readonly clutter?: 'plain' | 'other';
  /** Floors whose grain, boards and tiles differ in hue as well as in brightness. */
  readonly hasHuedFloor?: boolean;
  /** Tones that level off channel by channel, as those of cameras do. */
  readonly hasCameraTones?: boolean;
  /** No key light at all: an even sky. */
  readonly isEven?: boolean;
}

/**
 * Traces a room: floor, walls where dice say so, things that stand about, a product with or without the shadow that it would
 * throw, one light of known direction, size and colour, and a tinted sky as fill. Equal seeds give equal rooms.
 */
export function drawRoom(wasm: Uint8Array, seed: number, options: RoomOptions = {}): Room {
  const {
    sidePx = 160,
    samples = 32,
    clutter = 'plain',
    hasHuedFloor = false,
    hasCameraTones = false,
    isEven = false,
  } = options;
  const dice = openDice(seed);
  const product = shapeProduct(dice);
  const [, lowest] = product.bounds;
  const size = dice.pick([
    [1, 1],
    [1, 0.75],
    [0.75, 1],
    [1, 0.5625],
  ] as const);
  const [widthPx, heightPx] = [Math.round(sidePx * size[0]), Math.round(sidePx * size[1])];
  const camera = placeCamera(dice);
  const parts: BufferGeometry[] = [];
  const materials: SceneMaterial[] = [];
  const textures: SceneTexture[] = [];
  const add = (geometry: BufferGeometry, material: SceneMaterial) => {
    parts.push(geometry);
    materials.push(material);
  };

  // 1. Light.
  const azimuth = dice.between(-175, 175);
  const elevation = dice.between(14, 72);
  const key = lampColour(dice.logarithmic(3_000, 7_500), dice.between(-0.03, 0.03));
  const ambient = lampColour(dice.logarithmic(4_300, 9_000), dice.between(-0.02, 0.02));
  const fill = dice.between(0.15, 0.7);
  const toLight = directionOf(camera, azimuth, elevation);
  let distance = dice.logarithmic(14, 60);
  const across = dice.logarithmic(0.03, 0.5);

  // 2. Floor and walls; a wall that the light would hang behind is left out, or the light comes nearer.
  const floorColour = dice.chance(0.6) ? woodOrStone(dice) : dice.colour(0.5);
  textures.push(floorTexture(dice, floorColour, hasHuedFloor));
  const floor = new PlaneGeometry(160, 160).rotateX(-Math.PI / 2).translate(0, lowest, 0);
  const tiles = dice.between(8, 26);
  add(floor, {
    ...sceneMaterial({ roughness: dice.between(0.4, 0.95), baseColour: [1, 1, 1] }),
    baseColourMap: { texture: 0, uvSet: 0, transform: [tiles, 0, 0, tiles, 0.13, 0.29] },
  });
  const isWallColoured = dice.chance(0.6);
  const turn = dice.between(-25, 25) * (Math.PI / 180) + Math.atan2(camera.position[0], camera.position[2]);
  for (const side of ['back', 'left', 'right'] as const) {
    const wall = { far: dice.between(11, 26), height: dice.between(18, 40) };
    const tone = isWallColoured ? dice.colour(0.6) : whitish(dice);
    const has = dice.chance(side === 'back' ? 0.85 : 0.45);
    const hasSkirting = dice.chance(0.6);
    if (!has) continue;
    const angle = turn + { back: 0, left: Math.PI / 2, right: -Math.PI / 2 }[side];
    const inward = new Vector3(Math.sin(angle), 0, Math.cos(angle));
    const reach = -(toLight[0] * inward.x + toLight[2] * inward.z);
    if (reach * distance > wall.far * 0.9) {
      if ((wall.far * 0.9) / reach < 11) continue;
      distance = (wall.far * 0.9) / reach;
    }
    const stand = (geometry: BufferGeometry, off: number, y: number) =>
      geometry.rotateY(angle).translate(-inward.x * (wall.far - off), y, -inward.z * (wall.far - off));
    add(
      stand(new PlaneGeometry(120, wall.height), 0, lowest + wall.height / 2),
      sceneMaterial({ baseColour: tone, roughness: 0.8 }),
    );
    if (hasSkirting) {
      add(
        stand(new BoxGeometry(120, dice.between(0.5, 1.4), 0.3), 0.15, lowest + 0.5),
        sceneMaterial({ baseColour: whitish(dice), roughness: 0.5 }),
      );
    }
  }

  // 3. Things that stand about.
  const count = dice.whole(2, 7);
  for (let i = 0; i < count; i++) {
    const place = placeThing(dice, camera);
    if (place === null) continue;
    const colour = dice.chance(0.3) ? whitish(dice) : dice.colour(0.8);
    const material = sceneMaterial({ baseColour: colour, roughness: dice.between(0.15, 0.9) });
    for (const part of clutter === 'plain' ? plainThing(dice) : otherThing(dice)) {
      add(part.rotateY(dice.between(0, 6)).translate(place[0], lowest, place[1]), material);
    }
  }

  // 4. The product, with its shadow or laid over a room that knows nothing of it.
  const hasShadow = dice.chance(0.7);
  if (hasShadow) {
    for (const part of product.parts)
      add(part, sceneMaterial({ baseColour: [0.5, 0.48, 0.45], roughness: 0.6 }));
  }
  const irradiance = 2.2;
  const light = hangLamp(toLight, distance, distance * across, isEven ? 0 : irradiance, key);
  const sky = tintedSky(ambient, ((isEven ? 1 : fill) * irradiance) / Math.PI);
  const scene: TracerScene = {
    geometry: soup(parts),
    materials,
    textures,
    textureFrame: null,
    sky,
    lights: isEven ? [] : [light],
    floor: { y: Number.NEGATIVE_INFINITY, bounceColour: [0, 0, 0], reflection: 0 },
    camera: { ...camera, widthPx, heightPx },
  };
  const { colour, alpha } = trace(wasm, scene, samples, seed);
  const alone = trace(
    wasm,
    {
      ...scene,
      geometry: soup(product.parts),
      materials: product.parts.map(() => sceneMaterial()),
      lights: [],
    },
    8,
    seed,
  );
  for (let i = 0; i < alpha.length; i++) {
    for (let k = 0; k < 3; k++) {
      colour[i * 3 + k]! += (1 - alpha[i]!) * ((fill * irradiance) / Math.PI) * ambient[k]!;
    }
  }
  const mask = Uint8Array.from(alone.alpha, (value) => (value > 0.02 ? 255 : 0));
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 255) for (let k = 0; k < 3; k++) colour[i * 3 + k] = 0.4;
  }
  develop(colour, dice, hasCameraTones);
  return {
    widthPx,
    heightPx,
    rgb: colour,
    mask,
    camera,
    floorY: lowest,
    bounds: product.bounds,
    truth: {
      azimuthDegrees: azimuth,
      elevationDegrees: elevation,
      colour: brightest(key),
      ambient: brightest(ambient),
      hasShadow,
      sizeDegrees: (2 * Math.atan(across / 2) * 180) / Math.PI,
      fill,
      isWallColoured,
    },
  };
}

function placeCamera(dice: Dice): Room['camera'] {
  const pitch = dice.between(4, 38) * (Math.PI / 180);
  const yaw = dice.between(-180, 180) * (Math.PI / 180);
  const fovDegrees = dice.between(24, 58);
  const away = 5 / Math.tan((fovDegrees * Math.PI) / 360) / dice.between(0.35, 0.62);
  const target: Triple = [dice.between(-1, 1), dice.between(-1, 2), dice.between(-1, 1)];
  const position: [number, number, number] = [
    target[0] + away * Math.sin(yaw) * Math.cos(pitch),
    target[1] + away * Math.sin(pitch),
    target[2] + away * Math.cos(yaw) * Math.cos(pitch),
  ];
  const turned = new Matrix4().lookAt(new Vector3(...position), new Vector3(...target), new Vector3(0, 1, 0));
  const quaternion = new Quaternion().setFromRotationMatrix(turned).toArray() as [
    number,
    number,
    number,
    number,
  ];
  return { position, target: [...target], up: [0, 1, 0], quaternion, fovDegrees };
}

function directionOf({ position, target }: Room['camera'], azimuth: number, elevation: number): Triple {
  const yaw = Math.atan2(position[0] - target[0], position[2] - target[2]);
  const turned = new Vector3(0, 0, 1).applyEuler(
    new Euler((-elevation * Math.PI) / 180, yaw + (azimuth * Math.PI) / 180, 0, 'YXZ'),
  );
  return [turned.x, turned.y, turned.z];
}

function hangLamp(k: Triple, distance: number, side: number, irradiance: number, colour: Triple): AreaLight {
  const front = new Vector3(-k[0], -k[1], -k[2]);
  const right = new Vector3(0, 1, 0).cross(front).normalize();
  const up = front.clone().cross(right);
  const radiance = (irradiance * distance * distance) / (side * side);
  return {
    centre: [k[0] * distance, k[1] * distance, k[2] * distance],
    right: right.multiplyScalar(side / 2).toArray(),
    up: up.multiplyScalar(side / 2).toArray(),
    radiance: [radiance * colour[0], radiance * colour[1], radiance * colour[2]],
    isOctagon: false,
  };
}

function tintedSky(colour: Triple, level: number): Sky {
  const radiance = new Float32Array(32 * 16 * 3);
  for (let i = 0; i < radiance.length; i++) {
    const row = Math.floor(i / 96);
    radiance[i] = level * colour[i % 3]! * (1.25 - row / 24);
  }
  return { widthPx: 32, heightPx: 16, radiance };
}

function trace(wasm: Uint8Array, scene: TracerScene, samples: number, seed: number) {
  const kernel = openScene(wasm, scene, { maxBounces: 3 });
  traceAll(kernel, samples, seed);
  const { object } = kernel.accumulation(samples);
  const count = object.length / 4;
  const colour = new Float32Array(count * 3);
  const alpha = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) colour[i * 3 + k] = object[i * 4 + k]! / samples;
    alpha[i] = object[i * 4 + 3]! / samples;
  }
  return { colour, alpha };
}

function brightest([r, g, b]: Triple): Triple {
  const most = Math.max(r, g, b);
  return [r / most, g / most, b / most];
}
