import {
  KHRMaterialsDiffuseTransmission,
  KHRMaterialsEmissiveStrength,
  KHRMaterialsUnlit,
  KHRMaterialsVolume,
  KHRTextureTransform,
} from '@gltf-transform/extensions';
import { expect, it } from 'vitest';
import { ExtDiffuseRoughness, KhrDiffuseRoughness } from '../../../src/tracer/gltf/diffuse-roughness.ts';
import { loadModel } from '../../../src/tracer/gltf/load-model.ts';
import { makeSquare } from '../../support/broken-models.ts';
import { writeFlatPng } from '../../support/pictures.ts';
import { AS_IT_IS, createSquare, openDecoders, writeGlb } from '../../support/tiny-model.ts';

const decoders = await openDecoders();
const IMAGE = new Uint8Array([1, 2, 3]);

it('reads factors and extensions, lengths in stage units', async () => {
  const { document, primitive } = createSquare();
  const volume = document.createExtension(KHRMaterialsVolume).createVolume();
  volume.setThicknessFactor(0.1).setAttenuationDistance(0.5).setAttenuationColor([1, 0.5, 0.25]);
  const strength = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength();
  const material = document
    .createMaterial()
    .setBaseColorFactor([0.1, 0.2, 0.3, 0.4])
    .setMetallicFactor(0.25)
    .setRoughnessFactor(0.75)
    .setEmissiveFactor([1, 0.5, 0])
    .setAlphaMode('BLEND')
    .setDoubleSided(true)
    .setExtension('KHR_materials_volume', volume)
    .setExtension('KHR_materials_emissive_strength', strength.setEmissiveStrength(4))
    .setExtension('KHR_materials_unlit', document.createExtension(KHRMaterialsUnlit).createUnlit());
  primitive.setMaterial(material);
  const doubled = { ...AS_IT_IS, normalisation: [20, 0, 0, 0, 0, 20, 0, 0, 0, 0, 20, 0, 0, 0, 0, 1] };
  const { materials } = await loadModel(await writeGlb(document), doubled, decoders);
  expect(materials[0]).toMatchObject({
    baseColour: [0.1, 0.2, 0.3],
    alpha: 0.4,
    alphaMode: 'blend',
    isDoubleSided: true,
    isUnlit: true,
    metalness: 0.25,
    roughness: 0.75,
    emissive: [1, 0.5, 0],
    emissiveStrength: 4,
    thickness: 2,
    attenuationDistance: 10,
    attenuationColour: [1, 0.5, 0.25],
  });
});

it('shares one texture between slots that read it alike, and keeps sRGB and linear apart', async () => {
  const { document, primitive } = createSquare();
  const texture = document.createTexture('all').setImage(IMAGE).setMimeType('image/png');
  primitive.setMaterial(
    document
      .createMaterial()
      .setBaseColorTexture(texture)
      .setEmissiveTexture(texture)
      .setOcclusionTexture(texture),
  );
  const { materials, textures } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
  expect(textures.map(({ isSrgb }) => isSrgb)).toEqual([true, false]);
  expect(materials[0]?.emissiveMap?.texture).toBe(materials[0]?.baseColourMap?.texture);
});

it('lets nothing glow whose picture of it is not there or cannot be read', async () => {
  const glowOf = async (image: Uint8Array) => {
    const { document, primitive } = createSquare();
    const texture = document.createTexture('glow').setImage(image).setMimeType('image/png');
    primitive.setMaterial(
      document.createMaterial().setEmissiveFactor([1, 0.5, 0]).setEmissiveTexture(texture),
    );
    const { materials, textures } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
    return { emissive: materials[0]?.emissive, textureCount: textures.length };
  };
  expect(await glowOf(writeFlatPng(8, 8))).toEqual({ emissive: [1, 0.5, 0], textureCount: 1 });
  // It is told with the picture, as any that cannot be read.
  expect(await glowOf(IMAGE)).toEqual({ emissive: [0, 0, 0], textureCount: 1 });
  for (const texture of [{ source: 0 }, { extensions: { EXT_texture_video: { source: 0 } } }]) {
    const glb = makeSquare({
      images: [{ uri: 'glow.png' }],
      textures: [texture],
      materials: [{ emissiveFactor: [1, 1, 1], emissiveTexture: { index: 0 } }],
    });
    expect((await loadModel(glb, AS_IT_IS, decoders)).materials[0]?.emissive).toEqual([0, 0, 0]);
  }
});

it('folds texture transforms into the slot: scale, then turn, then shift', async () => {
  const { document, primitive } = createSquare();
  const texture = document.createTexture('turned').setImage(IMAGE).setMimeType('image/png');
  const material = document.createMaterial().setBaseColorTexture(texture);
  const transform = document.createExtension(KHRTextureTransform).createTransform();
  transform
    .setScale([2, 3])
    .setRotation(Math.PI / 2)
    .setOffset([0.5, 0.25])
    .setTexCoord(1);
  material.getBaseColorTextureInfo()?.setExtension('KHR_texture_transform', transform);
  primitive.setMaterial(material);
  const { materials } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
  const slot = materials[0]?.baseColourMap;
  const expected = [0, 3, -2, 0, 0.5, 0.25];
  for (const [i, value] of expected.entries()) expect(slot?.transform[i]).toBeCloseTo(value, 9);
  expect(slot?.uvSet).toBe(1);
});

it('reads diffuse transmission with both maps', async () => {
  const { document, primitive } = createSquare();
  const texture = document.createTexture('veins').setImage(IMAGE).setMimeType('image/png');
  const leaf = document
    .createExtension(KHRMaterialsDiffuseTransmission)
    .createDiffuseTransmission()
    .setDiffuseTransmissionFactor(0.4)
    .setDiffuseTransmissionColorFactor([0.5, 1, 0.25])
    .setDiffuseTransmissionTexture(texture)
    .setDiffuseTransmissionColorTexture(texture);
  primitive.setMaterial(document.createMaterial().setExtension('KHR_materials_diffuse_transmission', leaf));
  const { materials, textures } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
  expect(materials[0]).toMatchObject({
    diffuseTransmission: 0.4,
    diffuseTransmissionColour: [0.5, 1, 0.25],
    diffuseTransmissionMap: { texture: 0 },
    diffuseTransmissionColourMap: { texture: 1 },
  });
  expect(textures.map(({ isSrgb }) => isSrgb)).toEqual([false, true]);
});

it.each([
  ['EXT_materials_diffuse_roughness', ExtDiffuseRoughness],
  ['KHR_materials_diffuse_roughness', KhrDiffuseRoughness],
] as const)('reads the draft of rough diffuse surfaces as %s', async (name, Draft) => {
  const { document, primitive } = createSquare();
  const texture = document.createTexture('grit').setImage(IMAGE).setMimeType('image/png');
  const rough = document.createExtension(Draft).createDiffuseRoughness().setFactor(0.75).setTexture(texture);
  rough.getTextureInfo()?.setTexCoord(1);
  primitive.setMaterial(document.createMaterial().setExtension(name, rough));
  const { materials } = await loadModel(await writeGlb(document), AS_IT_IS, decoders);
  expect(materials[0]).toMatchObject({
    diffuseRoughness: 0.75,
    diffuseRoughnessMap: { texture: 0, uvSet: 1 },
  });
});
