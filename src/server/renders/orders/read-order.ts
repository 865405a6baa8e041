import { createHash } from 'node:crypto';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { CameraOptics } from '../../../contract/camera/camera-optics.ts';
import { MAX_RENDER_MASKS, MAX_RENDER_MATERIALS } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { MaskFields } from '../../../contract/http/mask-fields.ts';
import { RenderGroup, RenderOrderFields, ViewIds } from '../../../contract/http/render-orders.ts';
import { CameraPose, type RenderSpec, SceneSpec } from '../../../contract/render-spec.ts';
import { Gradient } from '../../../contract/scene/gradient.ts';
import { text } from '../../../contract/shapes.ts';
import { bufferPart } from '../../http/buffer-part.ts';
import { checkShape, invalidRequest } from '../../http/check-shape.ts';

/** A 2048 px PNG of noise is 16 MiB; a snapshot of a product is a tenth of it. */
const FILE_MAX_BYTES = 20 * 1024 ** 2;
const ORDER_MAX_BYTES = 64 * 1024 ** 2;
const FIELD_MAX_BYTES = 1_000_000;
const FIELDS_MAX = 100;

/** Files of an order besides its masks, by the name of their field. */
export const PASS_FIELDS = {
  viewer_snapshot: 'snapshot',
  outline_snapshot: 'outline',
  depth: 'depth',
  normal: 'normal',
  alpha: 'alpha',
  lightmap: 'lightmap',
} as const satisfies Record<string, keyof RenderSpec['passes']>;
export type PassField = keyof typeof PASS_FIELDS;

/** An order as it came, every field checked for its shape, no file opened yet. */
export interface Order {
  readonly fields: z.infer<typeof RenderOrderFields>;
  readonly camera: CameraPose;
  readonly scene: SceneSpec;
  readonly gradient: Gradient | null;
  /** Null: it was ordered by itself. */
  readonly group: RenderGroup | null;
  readonly viewIds: readonly string[];
  readonly passes: ReadonlyMap<PassField, Uint8Array>;
  readonly masks: readonly ReceivedMask[];
  /** Hash of all fields and files, for the Idempotency-Key. */
  readonly bodyHash: string;
}

export interface ReceivedMask {
  readonly fields: z.infer<typeof MaskFields>;
  readonly originalNames: readonly string[];
  readonly image: Uint8Array;
  /** Name of the image's field, for failures. */
  readonly field: string;
}

/** `renderview_parameters` on the wire (S3 7, L13). */
const WireCamera = z
  .object({
    position: CameraPose.shape.position,
    target: CameraPose.shape.target,
    up: CameraPose.shape.up.default([0, 1, 0]),
    quaternion: CameraPose.shape.quaternion.default([0, 0, 0, 1]),
    fov: CameraPose.shape.fovDegrees,
    ...CameraOptics.shape,
  })
  .transform(({ fov, ...pose }) => ({ ...pose, fovDegrees: fov }));

/** The same for the OpenAPI document. */
export const ORDER_FORM = {
  texts: RenderOrderFields,
  json: {
    renderview_parameters: WireCamera,
    scene: SceneSpec,
    background_gradient: Gradient,
    group: RenderGroup,
    view_ids: ViewIds,
  },
  files: {
    viewer_snapshot: 'needed',
    outline_snapshot: 'optional',
    depth: 'optional',
    normal: 'optional',
    alpha: 'optional',
    lightmap: 'optional',
  } satisfies Record<PassField, 'needed' | 'optional'>,
  note: `Masks are numbered from 0: the file masks[0][mask_image], and texts masks[0][…] of ${Object.keys(MaskFields.shape).join(', ')}.`,
} as const;

/**
 * Reads the multipart body of POST /api/render/. Masks without an image or a material are skipped (S3 5).
 *
 * @throws AppError `invalid-request` naming fields; `upload-too-large`.
 */
export async function readOrder(request: FastifyRequest): Promise<Order> {
  const { texts, files } = await readParts(request);
  const fields = checkShape(RenderOrderFields, Object.fromEntries(texts), '');
  const passes = new Map<PassField, Uint8Array>();
  for (const name of Object.keys(PASS_FIELDS) as PassField[]) {
    const bytes = files.get(name);
    if (bytes !== undefined && bytes.byteLength > 0) passes.set(name, bytes);
  }
  if (!passes.has('viewer_snapshot')) throw invalidRequest('viewer_snapshot', 'is missing');
  return {
    fields,
    camera: checkJson(WireCamera, fields.renderview_parameters, 'renderview_parameters'),
    scene: checkJson(SceneSpec, fields.scene, 'scene'),
    gradient: checkOptional(Gradient, fields, 'background_gradient'),
    group: checkOptional(RenderGroup, fields, 'group'),
    viewIds: checkOptional(ViewIds, fields, 'view_ids') ?? [],
    passes,
    masks: readMasks(texts, files),
    bodyHash: hashBody(texts, files),
  };
}

interface Parts {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

async function readParts(request: FastifyRequest): Promise<Parts> {
  const texts = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  let totalBytes = 0;
  const limits = {
    fileSize: FILE_MAX_BYTES,
    fieldSize: FIELD_MAX_BYTES,
    fields: FIELDS_MAX,
    files: Object.keys(PASS_FIELDS).length + 2 * MAX_RENDER_MASKS,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw invalidRequest(part.fieldname, 'is too long');
      texts.set(part.fieldname, String(part.value));
      continue;
    }
    const bytes = await bufferPart(part, FILE_MAX_BYTES);
    totalBytes += bytes.byteLength;
    if (totalBytes > ORDER_MAX_BYTES) {
      throw new AppError({ code: 'upload-too-large', maxBytes: ORDER_MAX_BYTES });
    }
    files.set(part.fieldname, bytes);
  }
  return { texts, files };
}

function readMasks(texts: Parts['texts'], files: Parts['files']): ReceivedMask[] {
  const numbers = new Set<number>();
  for (const name of [...texts.keys(), ...files.keys()]) {
    const number = /^masks\[(\d{1,3})\]\[\w+\]$/.exec(name)?.[1];
    if (number !== undefined) numbers.add(Number(number));
  }
  const masks: ReceivedMask[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const prefix = `masks[${number}]`;
    const image = files.get(`${prefix}[mask_image]`);
    if (image === undefined || image.byteLength === 0 || !texts.get(`${prefix}[material_id]`)) continue;
    const given = Object.fromEntries(
      Object.keys(MaskFields.shape).map((key) => [key, texts.get(`${prefix}[${key}]`)]),
    );
    const fields = checkShape(MaskFields, given, prefix);
    const namesField = `${prefix}[original_names]`;
    const originalNames = checkJson(z.array(text(255)).max(1_000), fields.original_names, namesField);
    masks.push({ fields, originalNames, image, field: `${prefix}[mask_image]` });
  }
  const painted = masks.filter(({ fields }) => fields.locked === 'false');
  if (masks.length > MAX_RENDER_MASKS || painted.length > MAX_RENDER_MATERIALS) {
    throw invalidRequest('masks', `at most ${MAX_RENDER_MATERIALS}, and one of what is protected`);
  }
  return masks;
}

function hashBody(texts: Parts['texts'], files: Parts['files']): string {
  const lines = [
    ...[...texts].map(([name, value]) => JSON.stringify([name, value])),
    ...[...files].map(([name, bytes]) =>
      JSON.stringify([name, createHash('sha256').update(bytes).digest('hex')]),
    ),
  ];
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}

/** @returns Null where the order has no such field. */
function checkOptional<Shape extends z.ZodType>(
  shape: Shape,
  fields: Order['fields'],
  field: 'background_gradient' | 'group' | 'view_ids',
): z.infer<Shape> | null {
  const text = fields[field];
  return text === undefined ? null : checkJson(shape, text, field);
}

function checkJson<Shape extends z.ZodType>(shape: Shape, text: string, field: string): z.infer<Shape> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidRequest(field, 'is not JSON');
  }
  return checkShape(shape, value, field);
}
