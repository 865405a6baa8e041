import { packGlb } from './tiny-model.ts';

type Triple = readonly [number, number, number];

/** One box of a model made in code. */
export interface BoxPlan {
  readonly name?: string;
  readonly size: Triple;
  readonly centre: Triple;
  /** Linear RGBA factor. White when absent. */
  readonly colour?: readonly [number, number, number, number];
  readonly isUnlit?: boolean;
  /** Size and centre go into the vertices instead of the node. */
  readonly isBaked?: boolean;
  /** Encoded PNG or KTX2 for the base colour. */
  readonly texture?: Uint8Array;
  readonly alphaMode?: string;
}

const KTX2_START = 0xab;

interface BoxOptions {
  /** Nodes that repeat each box, 4 apart along x, centred. */
  readonly copies?: number;
  /** Addresses of images that no material uses. */
  readonly images?: readonly string[];
  /** Of the asset. */
  readonly extras?: object;
}

// Six faces as [normal, right, up]; right x up = normal.
const FACES: readonly (readonly [Triple, Triple, Triple])[] = [
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ],
  [
    [-1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, -1],
  ],
  [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
  [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, 0, -1],
    [-1, 0, 0],
    [0, 1, 0],
  ],
];

/** A GLB of boxes, each with its own node and material; box i has material i. */
export function makeBoxes(
  boxes: readonly BoxPlan[],
  { copies = 1, images = [], extras = {} }: BoxOptions = {},
): Uint8Array {
  const builder = new GlbBuilder();
  const nodes: object[] = [];
  const meshes: object[] = [];
  const materials: object[] = [];
  const textures: object[] = [];
  const pictures: object[] = images.map((uri) => ({ uri }));
  for (const [index, box] of boxes.entries()) {
    const { size, centre, isBaked = false, colour = [1, 1, 1, 1], isUnlit = false } = box;
    const place = (value: number, axis: number) =>
      isBaked ? value * (size[axis] ?? 1) + (centre[axis] ?? 0) : value;
    const soup = FACES.flatMap(([normal, right, up]) =>
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, -1],
        [1, 1],
        [-1, 1],
      ].map(([u = 0, v = 0]) => ({
        position: normal.map((n, axis) =>
          place((n + u * (right[axis] ?? 0) + v * (up[axis] ?? 0)) / 2, axis),
        ),
        normal,
        uv: [(u + 1) / 2, (1 - v) / 2],
      })),
    );
    const attributes = {
      POSITION: builder.add(
        'VEC3',
        soup.flatMap(({ position }) => position),
      ),
      NORMAL: builder.add(
        'VEC3',
        soup.flatMap(({ normal }) => normal),
      ),
      TEXCOORD_0: builder.add(
        'VEC2',
        soup.flatMap(({ uv }) => uv),
      ),
    };
    if (box.texture !== undefined) {
      const isKtx2 = box.texture[0] === KTX2_START;
      pictures.push({
        bufferView: builder.addBytes(box.texture),
        mimeType: isKtx2 ? 'image/ktx2' : 'image/png',
        name: `picture ${index}`,
      });
      const source = { source: pictures.length - 1 };
      textures.push(isKtx2 ? { extensions: { KHR_texture_basisu: source } } : source);
    }
    materials.push({
      name: box.name ?? `box ${index}`,
      ...(isUnlit ? { extensions: { KHR_materials_unlit: {} } } : {}),
      ...(box.alphaMode === undefined ? {} : { alphaMode: box.alphaMode }),
      pbrMetallicRoughness: {
        baseColorFactor: colour,
        metallicFactor: 0,
        ...(box.texture === undefined ? {} : { baseColorTexture: { index: textures.length - 1 } }),
      },
    });
    meshes.push({ primitives: [{ attributes, material: index }] });
    for (let copy = 0; copy < copies; copy++) {
      const x = (copy - (copies - 1) / 2) * 4;
      nodes.push({
        name: box.name ?? `box ${index}`,
        mesh: index,
        ...(isBaked ? {} : { translation: [centre[0] + x, centre[1], centre[2]], scale: size }),
      });
    }
  }
  const hasKtx2 = boxes.some(({ texture }) => texture?.[0] === KTX2_START);
  return builder.pack({
    asset: { version: '2.0', extras },
    ...(hasKtx2
      ? { extensionsUsed: ['KHR_texture_basisu'], extensionsRequired: ['KHR_texture_basisu'] }
      : {}),
    scenes: [{ nodes: nodes.map((_, index) => index) }],
    nodes,
    meshes,
    materials,
    ...(textures.length > 0 ? { textures } : {}),
    ...(pictures.length > 0 ? { images: pictures } : {}),
  });
}

/** A round arrow that stands on the ground at the origin and points along an axis. */
export function makeArrow(axis: 'y' | 'z', extras: object = {}): Uint8Array {
  const profile = [
    [0, 0],
    [0.5, 0],
    [0.5, 0.2],
    [0.12, 0.2],
    [0.12, 3],
    [0.35, 3],
    [0, 4],
  ] as const;
  return makeTurned(profile, axis, extras);
}

/**
 * A body as from a lathe.
 *
 * @param profile Radius and height of its outline, from one end to the other.
 * @param axis It stands along it.
 * @param extras Of the asset.
 */
export function makeTurned(
  profile: readonly (readonly [number, number])[],
  axis: 'y' | 'z',
  extras: object = {},
): Uint8Array {
  const SIDES = 24;
  const positions: number[] = [];
  const normals: number[] = [];
  const put = (target: number[], right: number, up: number, angle: number) => {
    const [a, b] = [right * Math.cos(angle), right * Math.sin(angle)];
    target.push(...(axis === 'z' ? [a, b, up] : [a, up, -b]));
  };
  for (const [index, [radius, height]] of profile.slice(0, -1).entries()) {
    const [nextRadius, nextHeight] = profile[index + 1] ?? [0, 0];
    const length = Math.hypot(nextRadius - radius, nextHeight - height);
    const [outward, upward] = [(nextHeight - height) / length, (radius - nextRadius) / length];
    for (let side = 0; side < SIDES; side++) {
      const [from, to] = [(side / SIDES) * 2 * Math.PI, ((side + 1) / SIDES) * 2 * Math.PI];
      const corners = [
        [radius, height, from],
        [radius, height, to],
        [nextRadius, nextHeight, to],
        [nextRadius, nextHeight, from],
      ];
      for (const corner of [0, 1, 2, 0, 2, 3]) {
        const [r = 0, h = 0, angle = 0] = corners[corner] ?? [];
        put(positions, r, h, angle);
        put(normals, outward, upward, angle);
      }
    }
  }
  const builder = new GlbBuilder();
  const attributes = { POSITION: builder.add('VEC3', positions), NORMAL: builder.add('VEC3', normals) };
  return builder.pack({
    asset: { version: '2.0', extras },
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'turned', mesh: 0 }],
    meshes: [{ primitives: [{ attributes }] }],
  });
}

/** Any document over one buffer of floats. */
export function makeGlb(json: object, floats: Float32Array): Uint8Array {
  return packGlb({ asset: { version: '2.0' }, ...json }, new Uint8Array(floats.buffer));
}

class GlbBuilder {
  readonly #chunks: Uint8Array[] = [];
  readonly #views: object[] = [];
  readonly #accessors: object[] = [];
  #length = 0;

  add(type: 'VEC2' | 'VEC3', values: readonly number[]): number {
    const width = type === 'VEC3' ? 3 : 2;
    const bounds = (pick: (...numbers: number[]) => number) =>
      Array.from({ length: width }, (_, axis) =>
        pick(...values.filter((_value, index) => index % width === axis)),
      );
    const bufferView = this.addBytes(new Uint8Array(new Float32Array(values).buffer));
    const [min, max] = [bounds(Math.min), bounds(Math.max)];
    const hasBounds = [...min, ...max].every(Number.isFinite);
    this.#accessors.push({
      bufferView,
      componentType: 5126,
      count: values.length / width,
      type,
      ...(hasBounds ? { min, max } : {}),
    });
    return this.#accessors.length - 1;
  }

  addBytes(bytes: Uint8Array): number {
    this.#views.push({ buffer: 0, byteOffset: this.#length, byteLength: bytes.length });
    const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
    padded.set(bytes);
    this.#chunks.push(padded);
    this.#length += padded.length;
    return this.#views.length - 1;
  }

  pack(json: object): Uint8Array {
    const binary = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      binary.set(chunk, at);
      at += chunk.length;
    }
    return packGlb(
      {
        asset: { version: '2.0' },
        ...json,
        accessors: this.#accessors,
        bufferViews: this.#views,
        buffers: [{ byteLength: this.#length }],
      },
      binary,
    );
  }
}
