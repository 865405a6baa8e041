import { describe, expect, it } from 'vitest';
import type { GltfMaterial } from '../../../src/tracer/gltf/gltf-json.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { listUntraceable } from '../../../src/tracer/scene/check-traceable.ts';
import { hasSamples, listSamples, readSample } from '../../support/tiny-model.ts';

function documentWith(material: GltfMaterial, more: object = {}) {
  return {
    asset: { version: '2.0' },
    meshes: [{ primitives: [{ attributes: {}, material: 0 }] }],
    materials: [material],
    ...more,
  };
}

describe('listUntraceable', () => {
  it('names what a drawn material asks for', () => {
    const extensions = { KHR_materials_iridescence: { iridescenceFactor: 1 }, KHR_materials_sheen: {} };
    expect(listUntraceable(documentWith({ extensions }))).toEqual(['iridescence']);
  });

  it('lets pass what is declared but changes nothing', () => {
    const off = { extensions: { KHR_materials_anisotropy: {}, KHR_materials_dispersion: { dispersion: 0 } } };
    expect(listUntraceable(documentWith(off))).toEqual([]);
    const unused = { ...documentWith({}), extensionsUsed: ['KHR_materials_iridescence', 'ACME_extra'] };
    expect(listUntraceable(unused)).toEqual([]);
    const iridescent = { extensions: { KHR_materials_iridescence: { iridescenceFactor: 1 } } };
    expect(listUntraceable({ ...documentWith({}), materials: [{}, iridescent] })).toEqual([]);
    expect(listUntraceable(documentWith(iridescent), [0])).toEqual([]);
  });

  it('names textures nobody here decodes', () => {
    const material = { pbrMetallicRoughness: { baseColorTexture: { index: 0 } } };
    const avif = { textures: [{ extensions: { EXT_texture_avif: { source: 0 } } }] };
    expect(listUntraceable(documentWith(material, avif))).toEqual(['AVIF textures']);
    expect(
      listUntraceable(documentWith(material, { ...avif, textures: [{ ...avif.textures[0], source: 0 }] })),
    ).toEqual([]);
    const ktx2 = { textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }] };
    expect(
      listUntraceable(documentWith(material, { ...ktx2, extensionsRequired: ['KHR_texture_basisu'] })),
    ).toEqual([]);
    const webp = { textures: [{ extensions: { EXT_texture_webp: { source: 0 } } }] };
    expect(listUntraceable(documentWith(material, webp))).toEqual([]);
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
