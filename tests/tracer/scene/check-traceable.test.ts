import { describe, expect, it } from 'vitest';
import type { GltfMaterial } from '../../../src/tracer/gltf/gltf-json.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import {
  checkTriangles,
  countTraced,
  findsGlass,
  findUntraceable,
  listUntraceable,
} from '../../../src/tracer/scene/check-traceable.ts';
import { hasSamples, listSamples, readSample } from '../../support/tiny-model.ts';

function documentWith(material: GltfMaterial, more: object = {}) {
  return {
    asset: { version: '2.0' },
    meshes: [{ primitives: [{ attributes: {}, material: 0 }] }],
    materials: [material],
    ...more,
  };
}

describe('countTraced', () => {
  const accessor = (count: number) => ({ componentType: 5126, count, type: 'VEC3' });
  const shown = (primitives: object[], node: object = {}) =>
    countTraced({
      asset: { version: '2.0' },
      scenes: [{ nodes: [1] }],
      nodes: [{ mesh: 0 }, { mesh: 0, ...node }],
      meshes: [{ primitives }],
      accessors: [accessor(9), accessor(12), accessor(5)],
    } as never);
  const of = (more: object = {}) => ({ attributes: { POSITION: 0 }, ...more });

  it('counts what stands in the scene, with its copies, and what stands for points and lines', () => {
    expect(shown([of(), of({ indices: 1 })])).toEqual([[1, 3 + 4]]);
    expect(shown([of({ mode: 5 })])).toEqual([[1, 7]]);
    expect(shown([of({ mode: 0 })])).toEqual([[1, 9 * 4]]);
    expect(shown([of({ mode: 1 }), of({ mode: 2 }), of({ mode: 3 })])).toEqual([[1, (4 + 9 + 8) * 6]]);
    const copies = { extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 2 } } } };
    expect(shown([of()], copies)).toEqual([[1, 3 * 5]]);
    // Joints place a skin, once.
    expect(shown([of()], { ...copies, skin: 0 })).toEqual([[1, 3]]);
  });
});

describe('what hangs in a hidden node', () => {
  const group = {
    scenes: [{ nodes: [2] }],
    nodes: [{ mesh: 0 }, { children: [0] }, { children: [1] }],
  };

  it('is none of the triangles that are too many', () => {
    const many = findUntraceable({
      ...documentWith({}, group),
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ componentType: 5126, count: 3 * 5_000_001, type: 'VEC3' }],
    });
    expect(() => checkTriangles(many, [])).toThrow('model-too-complex');
    expect(() => checkTriangles(many, [2])).not.toThrow();
  });

  it('is no glass that is seen', () => {
    const glass = { KHR_materials_transmission: { transmissionFactor: 1 } };
    const material = { pbrMetallicRoughness: { metallicFactor: 0 }, extensions: glass };
    const found = findUntraceable(documentWith(material, group));
    expect(findsGlass(found, { dressings: [], hiddenNodes: [] })).toBe(true);
    expect(findsGlass(found, { dressings: [], hiddenNodes: [2] })).toBe(false);
  });
});

describe('listUntraceable', () => {
  it('names what a drawn material asks for', () => {
    const extensions = {
      KHR_materials_diffuse_transmission: { diffuseTransmissionFactor: 1 },
      KHR_materials_subsurface: {},
      KHR_materials_iridescence: { iridescenceFactor: 1 },
      KHR_materials_sheen: {},
    };
    expect(listUntraceable(documentWith({ extensions }))).toEqual(['subsurface scattering']);
  });

  it('names a bump that is seen on the stage: one with a map', () => {
    const of = (bump: object) => listUntraceable(documentWith({ extensions: { EXT_materials_bump: bump } }));
    expect(of({ bumpTexture: { index: 0 } })).toEqual(['bump maps']);
    expect(of({ bumpTexture: { index: 0 }, bumpFactor: 0 })).toEqual([]);
    expect(of({ bumpFactor: 2 })).toEqual([]);
  });

  it('lets pass what is declared and not worn', () => {
    const unused = {
      ...documentWith({}),
      extensionsUsed: ['KHR_materials_subsurface', 'ACME_extra'],
    };
    expect(listUntraceable(unused)).toEqual([]);
    const thin = { extensions: { KHR_materials_subsurface: {} } };
    expect(listUntraceable({ ...documentWith({}), materials: [{}, thin] })).toEqual([]);
    expect(listUntraceable(documentWith(thin), [0])).toEqual([]);
  });

  it('lets pass textures of every kind that is decoded', () => {
    const material = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } };
    for (const extension of ['EXT_texture_avif', 'EXT_texture_webp', 'KHR_texture_basisu']) {
      const textures = [{ extensions: { [extension]: { source: 0 } } }];
      expect(listUntraceable(documentWith(material, { textures }))).toEqual([]);
      expect(listUntraceable(documentWith(material, { textures, extensionsRequired: [extension] }))).toEqual(
        [],
      );
    }
  });

  it('names coordinates beyond the fourth set, also where a transform names them', () => {
    const reads = (texCoord: unknown, moved?: unknown) =>
      listUntraceable(
        documentWith({
          normalTexture: {
            index: 0,
            texCoord,
            extensions: moved === undefined ? undefined : { KHR_texture_transform: { texCoord: moved } },
          },
        } as never),
      );
    const named = ['more than four sets of texture coordinates'];
    expect([reads(3), reads(4), reads(0, 4), reads(9, 1), reads('4')]).toEqual([[], named, named, [], []]);
  });

  it('names required extensions it has never heard of', () => {
    expect(listUntraceable({ ...documentWith({}), extensionsRequired: ['ACME_x'] })).toEqual(['ACME_x']);
    expect(listUntraceable({ ...documentWith({}), extensionsRequired: ['KHR_mesh_quantization'] })).toEqual(
      [],
    );
  });

  it.skipIf(!hasSamples)('finds every sample drawable', () => {
    for (const folder of ['glb', 'glb/compressed']) {
      for (const name of listSamples(folder)) {
        expect(listUntraceable(readGlb(readSample(`${folder}/${name}`)).json), name).toEqual([]);
      }
    }
  });
});
