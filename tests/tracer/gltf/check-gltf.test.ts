import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import { checkGltf, MAX_NODE_DEPTH } from '../../../src/tracer/gltf/check-gltf.ts';
import type { GltfJson } from '../../../src/tracer/gltf/gltf-json.ts';
import { hasSamples } from '../../support/tiny-model.ts';

/** One triangle with 16-bit indices in a BIN chunk of 44 bytes. */
const TRIANGLE = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  accessors: [
    { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
    { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
  ],
  bufferViews: [
    { buffer: 0, byteLength: 36 },
    { buffer: 0, byteOffset: 36, byteLength: 6 },
  ],
  buffers: [{ byteLength: 44 }],
} satisfies GltfJson;

function failureOf(json: unknown, binaryBytes = 44): string {
  try {
    checkGltf(json as GltfJson, binaryBytes);
  } catch (error) {
    if (error instanceof AppError && 'reason' in error.failure) return error.failure.code;
    throw error;
  }
  return 'sound';
}

describe('checkGltf', () => {
  it('passes a sound document', () => {
    expect(failureOf(TRIANGLE)).toBe('sound');
    expect(failureOf({ asset: { version: '2.0' } }, 0)).toBe('sound');
  });

  it.each([
    ['a list that is none', { nodes: {} }],
    ['an entry that is no object', { nodes: [7] }],
    ['a node cycle', { nodes: [{ children: [1] }, { children: [0] }] }],
    ['a node that is its own child', { nodes: [{ children: [0] }] }],
    ['two parents', { nodes: [{ children: [2] }, { children: [2] }, {}] }],
    ['a child that is missing', { nodes: [{ children: [9] }] }],
    ['a mesh that is missing', { nodes: [{ mesh: 4 }] }],
    ['a scene that is missing', { scene: 3 }],
    [
      'a material that is missing',
      { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }] },
    ],
    ['an attribute that is missing', { meshes: [{ primitives: [{ attributes: { POSITION: 7 } }] }] }],
    [
      'a morph target that is none',
      { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [null] }] }] },
    ],
    ['an unknown mode', { meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 9 }] }] }],
    [
      'a texture that is missing',
      { materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 2 } } }] },
    ],
    [
      'an accessor past its data',
      { accessors: [{ ...TRIANGLE.accessors[0], count: 4 }, TRIANGLE.accessors[1]] },
    ],
    ['a huge accessor', { accessors: [{ ...TRIANGLE.accessors[0], count: 4e9 }, TRIANGLE.accessors[1]] }],
    ['a negative count', { accessors: [{ ...TRIANGLE.accessors[0], count: -1 }, TRIANGLE.accessors[1]] }],
    ['a view past its buffer', { bufferViews: [{ buffer: 0, byteLength: 45 }, TRIANGLE.bufferViews[1]] }],
    [
      'a view of another buffer',
      { bufferViews: [{ buffer: 1, byteLength: 4 }], buffers: [{ byteLength: 44 }, { byteLength: 9 }] },
    ],
    ['a buffer outside the file', { buffers: [{ byteLength: 44, uri: '../secret.bin' }] }],
  ])('refuses %s', (_, change) => {
    expect(failureOf({ ...TRIANGLE, ...change })).toBe('model-unreadable');
  });

  it('refuses a deep chain of nodes without deep recursion', () => {
    const chain = (length: number) => ({
      asset: { version: '2.0' },
      nodes: Array.from({ length }, (_, i) => (i + 1 < length ? { children: [i + 1] } : {})),
    });
    expect(failureOf(chain(MAX_NODE_DEPTH), 0)).toBe('sound');
    expect(failureOf(chain(MAX_NODE_DEPTH + 1), 0)).toBe('model-too-complex');
    expect(failureOf(chain(100_000), 0)).toBe('model-too-complex');
  });

  it('bounds accessors that have no bytes of their own', () => {
    const empty = { componentType: 5126, count: 4e8, type: 'VEC3' };
    expect(failureOf({ asset: { version: '2.0' }, accessors: [empty] }, 0)).toBe('model-too-complex');
  });

  it('bounds meshopt streams by the view they fill', () => {
    const packed = { buffer: 0, byteLength: 20, byteStride: 12, count: 3, mode: 'ATTRIBUTES' };
    const withCount = (count: number) => ({
      ...TRIANGLE,
      bufferViews: [
        { buffer: 1, byteLength: 36, extensions: { EXT_meshopt_compression: { ...packed, count } } },
        TRIANGLE.bufferViews[1],
      ],
      buffers: [{ byteLength: 44 }, { byteLength: 36 }],
    });
    expect(failureOf(withCount(3))).toBe('sound');
    expect(failureOf(withCount(1e9))).toBe('model-unreadable');
  });

  it.skipIf(!hasSamples)('ends on every broken glTF sample, with a failure or without', () => {
    const folder = join(import.meta.dirname, '../../../../shared/samples/broken');
    const outcomes = new Map<string, string>();
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.gltf'))) {
      try {
        const json: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8').replace(/^\uFEFF/, ''));
        if (json !== null && !Array.isArray(json)) outcomes.set(name, failureOf(json, 0));
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
    for (const name of [
      'node_cycle',
      'huge_vertex_count',
      'huge_index_count',
      'missing_buffer',
      'uri_path_traversal',
    ]) {
      expect(outcomes.get(`${name}.gltf`), name).toBe('model-unreadable');
    }
    expect(outcomes.get('deep_nesting_6000.gltf')).toBe('model-too-complex');
    for (const name of ['hostile_names', 'proto_names', 'long_name_20000', 'tiny_1e-7']) {
      expect(outcomes.get(`${name}.gltf`), name).toBe('sound');
    }
  });
});
