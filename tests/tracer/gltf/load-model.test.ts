import type { vec2 } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  KHRMaterialsClearcoat,
  KHRMeshQuantization,
  KHRTextureTransform,
} from '@gltf-transform/extensions';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/contract/failure.ts';
import type { SceneSpec } from '../../../src/contract/render-spec.ts';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { listUntraceable } from '../../../src/tracer/scene/check-traceable.ts';
import { makeBrokenMeshopt, makeSquare } from '../../support/broken-models.ts';
import { changeGlb } from '../../support/change-glb.ts';
import { MESHOPT_NAMES, makeMeshopt } from '../../support/meshopt-model.ts';
import {
  AS_IT_IS,
  createSquare,
  hasSamples,
  listSamples,
  openDecoders,
  packGlb,
  readSample,
  writeGlb,
} from '../../support/tiny-model.ts';

const decoders = await openDecoders();

/** Corners of each triangle as [x, y, z] triples. */
function cornersOf({ positions, indices }: { positions: Float32Array; indices: Uint32Array }): number[][] {
  return Array.from(indices, (corner) => Array.from(positions.subarray(corner * 3, corner * 3 + 3)));
}

function maximum(values: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > most) most = values[i]!;
  return most;
}

/** How a texture lies, as KHR_texture_transform has it. */
interface Lie {
  readonly scale?: vec2;
  readonly rotation?: number;
  readonly offset?: vec2;
}

describe('loadModel', () => {
  it('gives flat normals where the file has none, facing as the winding says', async () => {
    const { document } = createSquare();
    const { geometry, materials } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
    expect(geometry.indices).toHaveLength(6);
    expect(Array.from(geometry.normals)).toEqual(Array.from({ length: 6 }, () => [0, 0, 1]).flat());
    // glTF's default material stands last, and primitives without a material use it.
    expect(Array.from(geometry.materialOfTriangle)).toEqual([0, 0]);
    expect(materials).toHaveLength(1);
    expect(materials[0]).toMatchObject({ metalness: 1, roughness: 1, baseColour: [1, 1, 1] });
  });

  it('flips the winding of mirrored nodes, so that both sides still face outwards', async () => {
    const { document } = createSquare();
    document.getRoot().listNodes()[0]?.setScale([-1, 1, 1]);
    const { geometry } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
    const [a = [], b = [], c = []] = cornersOf(geometry);
    const crossZ =
      ((b[0] ?? 0) - (a[0] ?? 0)) * ((c[1] ?? 0) - (a[1] ?? 0)) -
      ((b[1] ?? 0) - (a[1] ?? 0)) * ((c[0] ?? 0) - (a[0] ?? 0));
    expect(crossZ).toBeGreaterThan(0);
    expect(geometry.normals[2]).toBe(1);
  });

  it('applies node transforms, then the normalisation, then the tool', async () => {
    const { document } = createSquare();
    const root = document.getRoot();
    const parent = document.createNode('parent').setTranslation([10, 0, 0]);
    const [square] = root.listNodes();
    const scene = root.getDefaultScene();
    if (square && scene) {
      scene.removeChild(square).addChild(parent);
      parent.addChild(square.setScale([2, 2, 2]));
    }
    const frame = {
      ...AS_IT_IS,
      normalisation: [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1],
      modelTransform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 3, 0, 1],
    };
    const { geometry } = await loadModel(await writeGlb(document), frame, decoders);
    expect(cornersOf(geometry)[0]).toEqual([(10 - 2) / 2, -1 + 3, 0]);
  });

  it('leaves hidden nodes out and says when nothing is left', async () => {
    const { document } = createSquare();
    const other = document.createNode('other').setMesh(document.getRoot().listMeshes()[0] ?? null);
    document.getRoot().getDefaultScene()?.addChild(other);
    const glb = await writeGlb(document);
    const both = await loadModel(glb, AS_IT_IS, decoders);
    expect(both.geometry.materialOfTriangle).toHaveLength(4);
    const one = await loadModel(glb, { ...AS_IT_IS, hiddenNodes: [1] }, decoders);
    expect(one.geometry.materialOfTriangle).toHaveLength(2);
    await expect(loadModel(glb, { ...AS_IT_IS, hiddenNodes: [0, 1] }, decoders)).rejects.toThrow(AppError);
  });

  it('leaves out what hangs in a hidden node, whether or not that is listed', async () => {
    const { document } = createSquare();
    const mesh = document.getRoot().listMeshes()[0] ?? null;
    const below = document.createNode('below').addChild(document.createNode('deeper').setMesh(mesh));
    document.getRoot().getDefaultScene()?.addChild(document.createNode('group').addChild(below));
    const glb = await writeGlb(document);
    const { json } = readGlb(glb);
    const group = json.nodes?.findIndex(({ name }) => name === 'group') ?? -1;
    const shown = await loadModel(glb, { ...AS_IT_IS, hiddenNodes: [group] }, decoders);
    expect(shown.geometry.materialOfTriangle).toHaveLength(2);
  });

  it('refuses more materials than a triangle can tell apart', async () => {
    const { document } = createSquare();
    const plain = changeGlb(await writeGlb(document), {});
    const [mesh] = readGlb(plain).json.meshes ?? [];
    const primitives = mesh?.primitives?.map((primitive) => ({ ...primitive, material: 65_535 }));
    const glb = changeGlb(plain, {
      materials: Array.from({ length: 65_536 }, () => ({})),
      meshes: [{ primitives }],
    });
    await expect(loadModel(glb, AS_IT_IS, decoders)).rejects.toMatchObject({
      failure: { code: 'model-too-complex', reason: 'elements' },
    });
  });

  it('unrolls strips and fans with their winding, and refuses what has nothing to draw', async () => {
    const strip = createSquare();
    strip.primitive.setMode(5).setIndices(null);
    strip.primitive
      .getAttribute('POSITION')
      ?.setArray(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]));
    const stripModel = await loadModel(await writeGlb(strip.document), AS_IT_IS, decoders);
    expect(Array.from(stripModel.geometry.normals).filter((_, i) => i % 3 === 2)).toEqual([1, 1, 1, 1, 1, 1]);

    const fan = createSquare();
    fan.primitive.setMode(6).setIndices(null);
    const fanModel = await loadModel(await writeGlb(fan.document), AS_IT_IS, decoders);
    expect(fanModel.geometry.materialOfTriangle).toHaveLength(2);
    expect(fanModel.geometry.normals[2]).toBe(1);

    const nothing = createSquare();
    nothing.primitive
      .setMode(1)
      .getIndices()
      ?.setArray(new Uint16Array([0, 0]));
    await expect(loadModel(await writeGlb(nothing.document), AS_IT_IS, decoders)).rejects.toThrow(
      'model-unreadable',
    );
  });

  it('repeats instances', async () => {
    const { document } = createSquare();
    const buffer = document.getRoot().listBuffers()[0] ?? null;
    const translations = document
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array([0, 0, 0, 5, 0, 0, 9, 0, 0]))
      .setBuffer(buffer);
    const batch = document
      .createExtension(EXTMeshGPUInstancing)
      .createInstancedMesh()
      .setAttribute('TRANSLATION', translations);
    document.getRoot().listNodes()[0]?.setExtension('EXT_mesh_gpu_instancing', batch);
    const { geometry } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
    expect(geometry.materialOfTriangle).toHaveLength(6);
    expect(cornersOf(geometry).map(([x = 0]) => x)).toContain(10);
  });

  it.each(['VEC3', 'VEC4'] as const)(
    'gives each instance its colour of %s, over those of its vertices and whatever it is dressed in',
    async (type) => {
      const { document, primitive } = createSquare();
      const buffer = document.getRoot().listBuffers()[0] ?? null;
      const accessor = (size: 'VEC3' | 'VEC4', values: number[]) =>
        document.createAccessor().setType(size).setArray(new Float32Array(values)).setBuffer(buffer);
      const alpha = type === 'VEC4' ? [0.25] : [];
      const batch = document
        .createExtension(EXTMeshGPUInstancing)
        .createInstancedMesh()
        .setAttribute('TRANSLATION', accessor('VEC3', [0, 0, 0, 5, 0, 0]))
        .setAttribute('_COLOR_0', accessor(type, [1, 0, 0.5, ...alpha, 0, 1, 1, ...alpha]));
      document.getRoot().listNodes()[0]?.setExtension('EXT_mesh_gpu_instancing', batch);
      const coloursOf = async (dressings: SceneSpec['dressings'] = []) => {
        const glb = await writeGlb(document);
        const { geometry } = await loadModel(glb, { ...AS_IT_IS, dressings }, decoders);
        // The first corner of each.
        return [0, 6].map((vertex) =>
          Array.from(geometry.colours?.subarray(vertex * 4, vertex * 4 + 4) ?? []),
        );
      };
      const each = [
        [1, 0, 0.5, 1],
        [0, 1, 1, 1],
      ];
      expect(await coloursOf()).toEqual(each);
      primitive.setAttribute(
        'COLOR_0',
        accessor(
          'VEC4',
          [0, 1, 2, 3].flatMap(() => [0.5, 0.5, 0.5, 0.75]),
        ),
      );
      expect(await coloursOf()).toEqual(
        each.map((one) => one.map((value, k) => (k === 3 ? 0.75 : value / 2))),
      );
      const plain = {
        kind: 'plain',
        materialIndex: -1,
        colour: '#ffffff',
        metalness: 0,
        roughness: 1,
      } as const;
      expect(await coloursOf([plain])).toEqual(each);
    },
  );

  it('decodes quantised attributes', async () => {
    const { document, primitive } = createSquare();
    document.createExtension(KHRMeshQuantization).setRequired(true);
    primitive
      .getAttribute('POSITION')
      ?.setArray(new Int16Array([-32767, -32767, 0, 32767, -32767, 0, 32767, 32767, 0, -32767, 32767, 0]))
      .setNormalized(true);
    primitive
      .getAttribute('TEXCOORD_0')
      ?.setArray(new Uint8Array([0, 255, 255, 255, 255, 0, 0, 0]))
      .setNormalized(true);
    const { geometry } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
    expect(cornersOf(geometry)[1]).toEqual([1, -1, 0]);
    expect(Array.from(geometry.uv0.subarray(0, 4))).toEqual([0, 1, 1, 1]);
  });

  it('bends skinned meshes with their joints and adds morph targets at the weights of the file', async () => {
    const { document, primitive } = createSquare();
    const buffer = document.getRoot().listBuffers()[0] ?? null;
    const attribute = (type: 'VEC3' | 'VEC4', array: Float32Array | Uint8Array) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
    const joint = document.createNode('joint').setTranslation([0, 0, 4]);
    primitive
      .setAttribute('JOINTS_0', attribute('VEC4', new Uint8Array(16)))
      .setAttribute(
        'WEIGHTS_0',
        attribute('VEC4', new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])),
      )
      .addTarget(
        document
          .createPrimitiveTarget()
          .setAttribute('POSITION', attribute('VEC3', new Float32Array(12).fill(1))),
      );
    document.getRoot().listMeshes()[0]?.setWeights([0.5]);
    document.getRoot().getDefaultScene()?.addChild(joint);
    // A skinned node's own place does not count (glTF 2.0, 3.7.3.3).
    document
      .getRoot()
      .listNodes()[0]
      ?.setSkin(document.createSkin().addJoint(joint))
      .setTranslation([100, 0, 0]);
    const { geometry } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
    expect(cornersOf(geometry)[0]).toEqual([-0.5, -0.5, 4.5]);
  });

  it('makes tangents where a normal map needs them', async () => {
    const { document, primitive } = createSquare();
    const texture = document
      .createTexture('bumps')
      .setImage(new Uint8Array([1, 2, 3]))
      .setMimeType('image/png');
    primitive.setMaterial(document.createMaterial().setNormalTexture(texture));
    const { geometry, textures, materials } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
    expect(Array.from(geometry.tangents?.subarray(0, 4) ?? [])).toEqual([1, 0, 0, 1]);
    expect(textures).toHaveLength(1);
    expect(materials[0]?.normalMap).toMatchObject({ texture: 0, uvSet: 0 });
  });

  it('unpacks meshopt by its earlier and its later name', async () => {
    const [earlier, later] = await Promise.all(
      MESHOPT_NAMES.map(async (name) => {
        const glb = await makeMeshopt(name);
        expect(listUntraceable(readGlb(glb).json)).toEqual([]);
        return (await loadModel(glb, AS_IT_IS, decoders)).geometry;
      }),
    );
    expect(maximum(later?.positions ?? [])).toBeCloseTo(Math.SQRT1_2 * 16, 4);
    expect(later?.positions).toEqual(earlier?.positions);
    expect(later?.colours).toHaveLength(earlier?.colours?.length ?? 0);
    for (const [at, value] of earlier?.colours?.entries() ?? [])
      expect(Math.abs((later?.colours?.[at] ?? 0) - value)).toBeLessThan(0.02);
  });

  it.each([
    ['a quarter turn', { rotation: Math.PI / 2 }, [0, -1, 0, 1]],
    ['mirrored', { scale: [-1, 1] as vec2 }, [-1, 0, 0, -1]],
    ['mirrored, and turned', { scale: [1, -2] as vec2, rotation: Math.PI / 2 }, [0, 1, 0, -1]],
    ['moved', { offset: [0.5, 0.25] as vec2 }, [1, 0, 0, 1]],
  ])('makes tangents along the normal map as it lies: %s', async (_, lie, tangent) => {
    for (const slot of ['normal', 'coat'] as const) {
      const { document, primitive } = createSquare();
      const texture = document
        .createTexture('bumps')
        .setImage(new Uint8Array([1, 2, 3]))
        .setMimeType('image/png');
      const material = document.createMaterial();
      const coat = document.createExtension(KHRMaterialsClearcoat).createClearcoat();
      if (slot === 'normal') material.setNormalTexture(texture);
      else material.setExtension('KHR_materials_clearcoat', coat.setClearcoatNormalTexture(texture));
      const info = slot === 'normal' ? material.getNormalTextureInfo() : coat.getClearcoatNormalTextureInfo();
      const { scale = [1, 1], rotation = 0, offset = [0, 0] } = lie as Lie;
      const transform = document.createExtension(KHRTextureTransform).createTransform();
      info?.setExtension(
        'KHR_texture_transform',
        transform.setScale(scale).setRotation(rotation).setOffset(offset),
      );
      primitive.setMaterial(material);
      const { geometry } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
      const made = Array.from(geometry.tangents?.subarray(0, 4) ?? []);
      for (const [k, value] of tangent.entries()) expect(made[k]).toBeCloseTo(value, 6);

      // Those of the file are what its maker baked the map along.
      const given = [1, 0, 0, 1];
      const accessor = document.createAccessor().setType('VEC4');
      accessor.setArray(new Float32Array([given, given, given, given].flat()));
      primitive.setAttribute('TANGENT', accessor.setBuffer(document.getRoot().listBuffers()[0] ?? null));
      const normals = document
        .createAccessor()
        .setType('VEC3')
        .setArray(Float32Array.from({ length: 12 }, (_, i) => (i % 3 === 2 ? 1 : 0)));
      primitive.setAttribute('NORMAL', normals.setBuffer(document.getRoot().listBuffers()[0] ?? null));
      const kept = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
      expect(Array.from(kept.geometry.tangents?.subarray(0, 4) ?? [])).toEqual(given);
    }
  });

  it.each([
    ['positions that are not numbers', (array: Float32Array) => array.fill(Number.NaN)],
    ['infinite positions', (array: Float32Array) => array.fill(Number.POSITIVE_INFINITY)],
  ])('refuses %s', async (_, spoil) => {
    const { document, primitive } = createSquare();
    spoil(primitive.getAttribute('POSITION')?.getArray() as Float32Array);
    await expect(loadModel(await writeGlb(document), AS_IT_IS, decoders)).rejects.toMatchObject({
      failure: { code: 'model-unreadable' },
    });
  });

  it('refuses indices outside the vertices', async () => {
    const { document, primitive } = createSquare();
    primitive.getIndices()?.setArray(new Uint16Array([0, 1, 9999]));
    await expect(loadModel(await writeGlb(document), AS_IT_IS, decoders)).rejects.toMatchObject({
      failure: { code: 'model-unreadable' },
    });
  });

  it('turns a decoder that gives up into a failure', async () => {
    const json = {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_draco_mesh_compression'],
      extensionsRequired: ['KHR_draco_mesh_compression'],
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [
        {
          primitives: [
            {
              attributes: { POSITION: 0 },
              indices: 1,
              extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } },
            },
          ],
        },
      ],
      accessors: [
        { componentType: 5126, count: 3, type: 'VEC3' },
        { componentType: 5123, count: 3, type: 'SCALAR' },
      ],
      bufferViews: [{ buffer: 0, byteLength: 8 }],
      buffers: [{ byteLength: 8 }],
    };
    const glb = packGlb(json, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    await expect(loadModel(glb, AS_IT_IS, decoders)).rejects.toMatchObject({
      failure: { code: 'model-unreadable', reason: 'geometry-damaged' },
    });
  });

  it('does not blame compression for what is not compressed', async () => {
    const glb = makeSquare({ materials: [{ emissiveTexture: null }] });
    await expect(loadModel(glb, AS_IT_IS, decoders)).rejects.toMatchObject({
      failure: { code: 'model-unreadable', reason: 'not-understood' },
    });
  });

  it('says so where memory was too small', async () => {
    const full = new Proxy(
      {},
      {
        get: () => {
          throw new RangeError('Array buffer allocation failed');
        },
      },
    );
    await expect(
      loadModel(makeBrokenMeshopt('EXT_meshopt_compression'), AS_IT_IS, { ...decoders, meshopt: full }),
    ).rejects.toMatchObject({ failure: { code: 'model-too-complex', reason: 'memory' } });
  });

  it('draws a model without a picture that is nowhere', async () => {
    const glb = makeSquare({ images: [{ name: 'lost' }], materials: [{ emissiveTexture: { index: 0 } }] });
    const { geometry, textures } = await loadModel(glb, AS_IT_IS, decoders);
    expect(geometry.indices).toHaveLength(6);
    expect(textures).toEqual([]);
  });

  it.skipIf(!hasSamples).each(['glb', 'glb/compressed'])('loads every sample of %s whole', async (folder) => {
    for (const name of listSamples(folder)) {
      if (name.includes('1Mtri')) continue;
      const { geometry, materials, textures } = await loadModel(
        readSample(`${folder}/${name}`),
        AS_IT_IS,
        decoders,
      );
      const vertexCount = geometry.positions.length / 3;
      const { positions, normals } = geometry;
      expect(maximum(geometry.indices), name).toBeLessThan(vertexCount);
      expect(maximum(geometry.materialOfTriangle), name).toBeLessThan(materials.length);
      let worst = 0;
      for (let i = 0; i < normals.length; i += 3) {
        const squared = normals[i]! ** 2 + normals[i + 1]! ** 2 + normals[i + 2]! ** 2;
        const finite = positions[i]! - positions[i]! + positions[i + 1]! - positions[i + 1]!;
        worst = Math.max(worst, Math.abs(squared - 1) + finite);
      }
      expect(worst, name).toBeLessThan(1e-4);
      for (const { source } of textures)
        expect(source.kind === 'embedded' && source.bytes.length > 0, name).toBe(true);
    }
  });

  it.skipIf(!hasSamples)('never crashes on a broken sample', async () => {
    for (const name of listSamples('broken')) {
      const outcome = await loadModel(readSample(`broken/${name}`), AS_IT_IS, decoders).then(
        () => 'loaded',
        (error: unknown) => (error instanceof AppError ? error.failure.code : String(error)),
      );
      expect(outcome, name).toMatch(/^(loaded|model-unreadable|file-empty|model-too-complex)$/);
    }
  });
});
