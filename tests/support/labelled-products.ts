import { Document } from '@gltf-transform/core';
import { BoxGeometry, LatheGeometry, Vector2 } from 'three';
import type { CameraPose, RenderSpec } from '../../src/contract/render-spec.ts';
import type { Label } from '../../src/contract/scene/label.ts';
import { drawEan13, EAN_WIDTH_MM } from './ean-13.ts';
import { addShape, writeGlb } from './tiny-model.ts';
import { createSpec, nameFile } from './trace-host.ts';

/** Both products are so high. */
const HEIGHT_METRES = 0.25;
/** Units of the normalised frame in a metre. */
export const UNITS_PER_METRE = 10 / HEIGHT_METRES;
const FOV_DEGREES = 30;
/** Share of the picture's height that the product fills. */
const FILL = 0.86;
export const CODE = '4006381333931';

export interface LabelledProduct {
  readonly name: string;
  readonly glb: Uint8Array;
  /** What the code is put on, by its place there. */
  readonly label: Pick<Label, 'position' | 'normal' | 'projection' | 'radius'>;
}

/** A bottle of 84 mm across with a neck, and a carton of 160 by 250 by 60 mm, both in metres and standing on the ground. */
export async function makeProducts(): Promise<LabelledProduct[]> {
  const bottle = new Document();
  const profile = [
    [0, 0],
    [0.04, 0],
    [0.042, 0.003],
    [0.042, 0.16],
    [0.036, 0.18],
    [0.016, 0.205],
    [0.015, 0.25],
    [0, 0.25],
  ].map(([x, y]) => new Vector2(x, y));
  addShape(bottle, 'bottle', new LatheGeometry(profile, 96))
    .material.setBaseColorFactor([0.75, 0.78, 0.74, 1])
    .setMetallicFactor(0)
    .setRoughnessFactor(0.35)
    .setDoubleSided(true);
  const box = new Document();
  addShape(box, 'carton', new BoxGeometry(0.16, HEIGHT_METRES, 0.06).translate(0, HEIGHT_METRES / 2, 0))
    .material.setBaseColorFactor([0.62, 0.5, 0.36, 1])
    .setMetallicFactor(0)
    .setRoughnessFactor(0.6);
  const radius = 0.042 * UNITS_PER_METRE;
  return [
    {
      name: 'bottle',
      glb: await writeGlb(bottle),
      label: { position: [0, -1.6, radius], normal: [0, 0, 1], projection: 'wrapped', radius },
    },
    {
      name: 'box',
      glb: await writeGlb(box),
      label: {
        position: [0.9, -2, 0.03 * UNITS_PER_METRE],
        normal: [0, 0, 1],
        projection: 'flat',
        radius: 1,
      },
    },
  ];
}

/** File frame to the normalised one, as an import makes it of both. */
const NORMALISATION = [
  UNITS_PER_METRE,
  0,
  0,
  0,
  0,
  UNITS_PER_METRE,
  0,
  0,
  0,
  0,
  UNITS_PER_METRE,
  0,
  0,
  -5,
  0,
  1,
];

/** How a shop looks at products: from the front, from a quarter left and right, and from slightly above. */
export const SHOP_VIEWS = [
  { name: 'front', azimuthDegrees: 0, elevationDegrees: 4 },
  { name: 'quarter left', azimuthDegrees: -25, elevationDegrees: 6 },
  { name: 'quarter right', azimuthDegrees: 25, elevationDegrees: 6 },
  { name: 'above', azimuthDegrees: 0, elevationDegrees: 18 },
  { name: 'above right', azimuthDegrees: 15, elevationDegrees: 15 },
] as const;

export interface ShopView {
  readonly azimuthDegrees: number;
  readonly elevationDegrees: number;
}

/**
 * An order for the part of a large picture that shows the code: the camera stands where it would for the whole picture and
 * looks at the code, its field of view as narrow as keeps the size of a pixel.
 *
 * @param picturePx Side of the whole picture. @param cutPx Side of the part.
 */
export async function orderCode(
  { glb, label }: LabelledProduct,
  view: ShopView,
  picturePx: number,
  cutPx: number,
  changes: Partial<RenderSpec> & { readonly label?: Partial<Label> } = {},
) {
  const model = nameFile(glb);
  const picture = nameFile(new Uint8Array(await drawEan13(CODE, 12, 80)));
  const width = (EAN_WIDTH_MM / 1_000) * UNITS_PER_METRE;
  const height = (width * 80) / 113;
  const { label: more, ...spec } = changes;
  const whole: Label = {
    imageHash: picture.hash,
    name: 'code',
    target: { kind: 'all' },
    axis: [0, 1, 0],
    width,
    height,
    rotationRadians: 0,
    depth: 0.5,
    finish: 'print',
    opacity: 1,
    hasUnderprint: true,
    ...label,
    ...more,
  };
  const base = createSpec(model.hash);
  const scene = { ...base.scene, normalisation: NORMALISATION, labels: [whole] };
  const [a, e] = [view.azimuthDegrees, view.elevationDegrees].map((degrees) => (degrees * Math.PI) / 180);
  const distance = 5 / FILL / Math.tan((FOV_DEGREES / 2 / 180) * Math.PI);
  const position: CameraPose['position'] = [
    distance * Math.sin(a ?? 0) * Math.cos(e ?? 0),
    distance * Math.sin(e ?? 0),
    distance * Math.cos(a ?? 0) * Math.cos(e ?? 0),
  ];
  const share = cutPx / picturePx;
  const half = Math.atan(Math.tan((FOV_DEGREES / 360) * Math.PI) * share);
  const camera: CameraPose = {
    position,
    target: share === 1 ? [0, 0, 0] : whole.position,
    up: [0, 1, 0],
    quaternion: [0, 0, 0, 1],
    fovDegrees: (half * 360) / Math.PI,
  };
  return {
    spec: { ...base, scene, camera, widthPx: cutPx, heightPx: cutPx, quality: 'standard' as const, ...spec },
    files: new Map([
      [model.hash, model.bytes],
      [picture.hash, picture.bytes],
    ]),
  };
}
