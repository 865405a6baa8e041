import { AppError } from '../../../contract/failure.ts';
import { readDataUri } from '../../../contract/files/read-data-uri.ts';
import { type JsonObject, numbersOf, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import { readFileImageSize } from '../../../tracer/gltf/read-image-size.ts';
import { compose, type Matrix, multiply, scaleOf } from '../../../tracer/matrix.ts';
import { decodeSrgb } from '../../../tracer/parse-colour.ts';
import type { LinearPicture } from '../../../tracer/picture.ts';
import { readDocument } from '../pack/read-document.ts';
import { drawPixels, type Pixels } from '../pictures/convert-image.ts';
import { readPng } from '../pictures/read-png.ts';

const EXTENSION = 'EXT_lights_image_based';
/** Sides of a cube's faces: one of 1,024 has all that a stored environment keeps. */
const FACE_PX = { min: 4, max: 2_048 } as const;
/** Rows of the panorama at most, and the points of a pixel across and up: as many as its face has pixels there. */
const HEIGHT_PX_MAX = 1_024;
/** In the file's order. */
const FACES = 6;

/** Pictures of the surroundings that the default scene has (EXT_lights_image_based), the sharpest; empty for none. */
export function listSurroundings(json: JsonObject): number[] {
  const [faces] = listOf(lightOf(json).specularImages);
  const images = listOf(faces);
  return images.length === FACES && images.every(Number.isInteger) ? (images as number[]) : [];
}

/**
 * The surroundings of a model's file as a panorama. Only their sharpest pictures count: rougher ones and irradiance say the
 * same light again, and theirs is followed from these; nor does their intensity, since surroundings are measured.
 *
 * Each face is as one sees it from inside, as the extension's flip makes it: upright, and of the one that looks along +Z, -X is on the right.
 *
 * @param glb A whole file; of it only what is needed is read.
 * @param frame File frame to stage frame, column-major, of which only the rotation counts.
 * @throws AppError `environment-refused`: `unreadable`, also without any; `too-large` before a picture is decoded.
 */
export async function readFileSurroundings(glb: Blob, frame: readonly number[]): Promise<LinearPicture> {
  const { json, binary } = await readDocument(glb);
  const faces: LinearPicture[] = [];
  for (const index of listSurroundings(json)) faces.push(await readFace(json, binary, index));
  const side = faces[0]?.widthPx ?? 0;
  if (faces.length !== FACES || faces.some(({ widthPx }) => widthPx !== side)) throw refuse('unreadable');
  return drawPanorama(faces, multiply(withoutScale(frame), turnOf(lightOf(json).rotation)));
}

function lightOf(json: JsonObject): JsonObject {
  const scene = objectOf(listOf(json.scenes)[typeof json.scene === 'number' ? json.scene : 0]);
  const { light } = objectOf(objectOf(scene.extensions)[EXTENSION]);
  const { lights } = objectOf(objectOf(json.extensions)[EXTENSION]);
  return typeof light === 'number' ? objectOf(listOf(lights)[light]) : {};
}

function turnOf(rotation: unknown): Matrix {
  const quaternion = numbersOf(rotation, 4) ?? [0, 0, 0, 1];
  const length = Math.hypot(...quaternion);
  const unit = length > 0 ? quaternion.map((value) => value / length) : [0, 0, 0, 1];
  return compose([0, 0, 0], unit, [1, 1, 1]);
}

function withoutScale(frame: Matrix): Matrix {
  const scale = scaleOf(frame);
  return frame.map((value, at) => (at % 4 === 3 || at >= 12 ? Number(at === 15) : value / scale));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

async function readFace(json: JsonObject, binary: Blob | null, index: number): Promise<LinearPicture> {
  const image = objectOf(listOf(json.images)[index]);
  const file = bytesOf(json, binary, image);
  const size = file === null ? null : await readFileImageSize(file);
  if (file === null || size === null || size.widthPx !== size.heightPx) throw refuse('unreadable');
  if (size.widthPx > FACE_PX.max) throw refuse('too-large');
  if (size.widthPx < FACE_PX.min) throw refuse('unreadable');
  let pixels: Pixels;
  try {
    pixels = size.format === 'png' ? await readPng(file) : await drawPixels(file, `image/${size.format}`);
  } catch (cause) {
    throw refuse('unreadable', cause);
  }
  return { widthPx: size.widthPx, heightPx: size.heightPx, rgb: decodeRgbd(pixels.rgba) };
}

function bytesOf(json: JsonObject, binary: Blob | null, image: JsonObject): Blob | null {
  if (typeof image.bufferView !== 'number') {
    const bytes = readDataUri(textOf(image.uri));
    return bytes === null ? null : new Blob([bytes]);
  }
  const view = objectOf(listOf(json.bufferViews)[image.bufferView]);
  const { byteOffset = 0, byteLength } = view;
  if (
    binary === null ||
    view.buffer !== 0 ||
    typeof byteOffset !== 'number' ||
    typeof byteLength !== 'number'
  )
    return null;
  return binary.slice(byteOffset, byteOffset + byteLength);
}

/** RGBD: colours as in any picture, which their alpha divides. */
function decodeRgbd(rgba: ArrayLike<number>): Float32Array {
  const linear = Float32Array.from({ length: 256 }, (_, byte) => decodeSrgb(byte / 255));
  const rgb = new Float32Array((rgba.length / 4) * 3);
  for (let at = 0, to = 0; at < rgba.length; at += 4, to += 3) {
    const divisor = Math.max(1, rgba[at + 3] ?? 255) / 255;
    for (let k = 0; k < 3; k++) rgb[to + k] = (linear[rgba[at + k] ?? 0] ?? 0) / divisor;
  }
  return rgb;
}

/** @param turned The cube's frame to the stage's. */
function drawPanorama(faces: readonly LinearPicture[], turned: Matrix): LinearPicture {
  const side = faces[0]?.widthPx ?? 0;
  const heightPx = Math.min(HEIGHT_PX_MAX, 2 * side);
  const widthPx = 2 * heightPx;
  const points = Math.max(1, Math.ceil((2 * side) / heightPx));
  const rgb = new Float32Array(widthPx * heightPx * 3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const at = (y * widthPx + x) * 3;
      for (let j = 0; j < points; j++) {
        for (let i = 0; i < points; i++) {
          // As the tracer's sky: row 0 is up, the middle column is -Z, +X lies to the right of it.
          const heading = (2 * Math.PI * (x + (i + 0.5) / points)) / widthPx - Math.PI;
          const down = (Math.PI * (y + (j + 0.5) / points)) / heightPx;
          const [sx, sy, sz] = [
            Math.sin(heading) * Math.sin(down),
            Math.cos(down),
            -Math.cos(heading) * Math.sin(down),
          ];
          // A transpose turns back.
          const along = (axis: number): number =>
            (turned[axis * 4] ?? 0) * sx +
            (turned[axis * 4 + 1] ?? 0) * sy +
            (turned[axis * 4 + 2] ?? 0) * sz;
          addTexel(faces, [along(0), along(1), along(2)], rgb, at, 1 / points ** 2);
        }
      }
    }
  }
  return { widthPx, heightPx, rgb };
}

/** Adds what is seen in a direction of the cube, between its pixels. */
function addTexel(
  faces: readonly LinearPicture[],
  [x, y, z]: readonly [number, number, number],
  rgb: Float32Array,
  at: number,
  weight: number,
): void {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const isX = ax >= ay && ax >= az;
  const isY = !isX && ay >= az;
  const [face, right, down, ahead] = isX
    ? ([x > 0 ? 0 : 1, x > 0 ? z : -z, -y, ax] as const)
    : isY
      ? ([y > 0 ? 2 : 3, -x, y > 0 ? z : -z, ay] as const)
      : ([z > 0 ? 4 : 5, z > 0 ? -x : x, -y, az] as const);
  const picture = faces[face];
  if (picture === undefined) return;
  const { widthPx: side, rgb: from } = picture;
  const place = (along: number): number =>
    Math.min(side - 1, Math.max(0, ((along / ahead + 1) / 2) * side - 0.5));
  const [u, v] = [place(right), place(down)];
  const [column, row] = [Math.min(side - 2, Math.floor(u)), Math.min(side - 2, Math.floor(v))];
  for (const [dx, dy, share] of [
    [0, 0, (1 - u + column) * (1 - v + row)],
    [1, 0, (u - column) * (1 - v + row)],
    [0, 1, (1 - u + column) * (v - row)],
    [1, 1, (u - column) * (v - row)],
  ] as const) {
    const texel = ((row + dy) * side + column + dx) * 3;
    for (let k = 0; k < 3; k++) rgb[at + k] = (rgb[at + k] ?? 0) + (from[texel + k] ?? 0) * share * weight;
  }
}

function refuse(reason: 'unreadable' | 'too-large', cause?: unknown): AppError {
  return new AppError({ code: 'environment-refused', reason }, { cause });
}
