import {
  type BufferGeometry,
  CylinderGeometry,
  IcosahedronGeometry,
  LatheGeometry,
  SphereGeometry,
  SplineCurve,
  TorusGeometry,
  Vector2,
} from 'three';
import { RIG_PRESETS, type RigPreset } from '../../src/contract/scene/light-rig.ts';
import { DEFAULT_MATERIAL } from '../../src/tracer/gltf/read-materials.ts';
import { chooseLightRig } from '../../src/tracer/light/choose-light-rig.ts';
import { openRigPreset } from '../../src/tracer/light/rig-presets.ts';
import type { SceneMaterial } from '../../src/tracer/scene.ts';
import { joinParts } from './join-parts.ts';
import type { Picture } from './picture.ts';
import { traceProduct } from './trace-product.ts';

/** The house's two strengths, then every preset: names of pictures and of what they show. */
export const RIG_PICTURES = ['studio', 'render', ...RIG_PRESETS] as const;
type RigPicture = (typeof RIG_PICTURES)[number];

interface Thing {
  readonly parts: readonly (readonly [BufferGeometry, Partial<SceneMaterial>])[];
  readonly backdrop: number;
}

const SAMPLES = 64;
const EYE = [0, 1.15, 4.6] as const;
const FOV_DEGREES = 30;

/** Turned around the middle: radius and height, from the foot upwards. */
function turned(...profile: readonly (readonly [radius: number, height: number])[]): BufferGeometry {
  return new LatheGeometry(
    profile.map(([radius, height]) => new Vector2(radius, height)),
    96,
  );
}

/** As {@link turned}, along a smooth line. */
function thrown(...profile: readonly (readonly [radius: number, height: number])[]): BufferGeometry {
  const line = new SplineCurve(profile.map(([radius, height]) => new Vector2(radius, height)));
  return new LatheGeometry(line.getPoints(120), 96);
}

const vase = () =>
  thrown(
    [0, -1],
    [0.2, -1],
    [0.42, -0.99],
    [0.56, -0.84],
    [0.68, -0.5],
    [0.7, -0.2],
    [0.6, 0.2],
    [0.4, 0.52],
    [0.3, 0.74],
    [0.31, 0.9],
    [0.37, 0.98],
    [0.34, 0.985],
    [0.27, 0.88],
    [0.26, 0.6],
  );
const bottle = () =>
  turned(
    [0, -1],
    [0.42, -1],
    [0.46, -0.96],
    [0.46, 0.1],
    [0.42, 0.26],
    [0.2, 0.5],
    [0.17, 0.56],
    [0.17, 0.9],
    [0.2, 0.92],
    [0.2, 1],
    [0, 1],
  );
const cup = () =>
  turned(
    [0, -1],
    [0.4, -1],
    [0.46, -0.96],
    [0.62, -0.4],
    [0.66, 0.12],
    [0.62, 0.12],
    [0.57, -0.4],
    [0.4, -0.9],
    [0, -0.9],
  );
const wafer = () => new CylinderGeometry(0.58, 0.58, 0.04, 64).translate(0, -0.08, 0);
const drum = () => turned([0, -1], [0.62, -1], [0.66, -0.96], [0.66, 0.5], [0.62, 0.54], [0, 0.54]);

const CERAMIC = { baseColour: [0.55, 0.5, 0.44], roughness: 0.45 } as const;
const GLASS = { baseColour: [1, 1, 1], roughness: 0.02, transmission: 1, thickness: 1 } as const;
const GOLD = { baseColour: [1, 0.77, 0.34], metalness: 1, roughness: 0.12 } as const;

const THINGS: Readonly<Record<RigPicture, Thing>> = {
  studio: { backdrop: 0.22, parts: [[vase(), CERAMIC]] },
  render: { backdrop: 0.22, parts: [[vase(), CERAMIC]] },
  soft: { backdrop: 0.3, parts: [[vase(), { ...CERAMIC, baseColour: [0.32, 0.42, 0.44] }]] },
  glass: { backdrop: 0.35, parts: [[vase(), GLASS]] },
  blackGloss: {
    backdrop: 0.06,
    parts: [[drum(), { baseColour: [0.004, 0.004, 0.004], roughness: 0.06 }]],
  },
  metal: {
    backdrop: 0.16,
    parts: [[drum(), { baseColour: [0.72, 0.72, 0.74], metalness: 1, roughness: 0.34 }]],
  },
  textile: {
    backdrop: 0.2,
    parts: [
      [
        new SphereGeometry(1, 96, 64),
        { baseColour: [0.2, 0.1, 0.09], roughness: 1, sheenColour: [0.5, 0.34, 0.3], sheenRoughness: 0.4 },
      ],
    ],
  },
  white: { backdrop: 1, parts: [[vase(), { baseColour: [0.86, 0.86, 0.85], roughness: 0.5 }]] },
  jewellery: {
    backdrop: 0.12,
    parts: [
      [new TorusGeometry(0.62, 0.1, 48, 96).translate(0, -0.28, 0), GOLD],
      [
        new IcosahedronGeometry(0.3).translate(0, 0.62, 0),
        { ...GLASS, baseColour: [1, 1, 1], ior: 2.2, dispersion: 0.4 },
      ],
    ],
  },
  bottle: {
    backdrop: 0.24,
    parts: [[bottle(), { ...GLASS, attenuationColour: [0.12, 0.3, 0.1], attenuationDistance: 0.5 }]],
  },
  food: {
    backdrop: 0.34,
    parts: [
      [cup(), { baseColour: [0.72, 0.68, 0.6], roughness: 0.35 }],
      [wafer(), { baseColour: [0.1, 0.035, 0.012], roughness: 0.15 }],
    ],
  },
  drama: { backdrop: 0.02, parts: [[vase(), { ...CERAMIC, baseColour: [0.4, 0.34, 0.28] }]] },
  window: { backdrop: 0.3, parts: [[vase(), { ...CERAMIC, baseColour: [0.5, 0.5, 0.48] }]] },
  sun: { backdrop: 0.5, parts: [[vase(), { ...CERAMIC, baseColour: [0.6, 0.36, 0.2] }]] },
};

/** What a rig's lights make of a thing that they are made for. @param wasm `kernel.wasm`. */
export function traceRig(name: RigPicture, sizePx: number, wasm: Uint8Array): Promise<Picture> {
  const { parts, backdrop } = THINGS[name];
  const shot = {
    geometry: joinParts(parts.map(([part]) => part)),
    materials: parts.map(([, material]) => ({ ...DEFAULT_MATERIAL, metalness: 0, ...material })),
    textures: [],
    rig: isPreset(name) ? openRigPreset(name) : chooseLightRig(0, 0, name),
    backdrop,
    eye: EYE,
    target: [0, -0.05, 0],
    fovDegrees: FOV_DEGREES,
    floorY: -1,
    samples: SAMPLES,
  } as const;
  return traceProduct(shot, sizePx, wasm);
}

function isPreset(name: RigPicture): name is RigPreset {
  return name !== 'studio' && name !== 'render';
}
