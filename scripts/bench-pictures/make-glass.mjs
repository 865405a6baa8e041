import { Document, NodeIO } from '@gltf-transform/core';
import {
  ALL_EXTENSIONS,
  KHRMaterialsIOR,
  KHRMaterialsTransmission,
  KHRMaterialsVolume,
} from '@gltf-transform/extensions';
import { LatheGeometry, Vector2 } from 'three';

/** A stopper of solid glass on a thick flask with a painted foot: what refracts, reflects and hides in turn. */
const FLASK = [
  [0.001, 0],
  [0.46, 0],
  [0.5, 0.05],
  [0.5, 0.9],
  [0.44, 1.02],
  [0.16, 1.12],
  [0.15, 1.26],
  [0.001, 1.26],
];
const STOPPER = Array.from({ length: 25 }, (_, i) => {
  const angle = (Math.PI * i) / 24 - Math.PI / 2;
  return [Math.max(0.001, 0.26 * Math.cos(angle)), 1.54 + 0.26 * Math.sin(angle)];
});
const FOOT = [
  [0.001, -0.12],
  [0.56, -0.12],
  [0.56, -0.01],
  [0.001, -0.01],
];

/** @returns Bytes of a GLB. */
export async function makeGlass() {
  const document = new Document();
  const buffer = document.createBuffer();
  const volume = document.createExtension(KHRMaterialsVolume);
  const glass = document
    .createMaterial('glass')
    .setBaseColorFactor([1, 1, 1, 1])
    .setRoughnessFactor(0)
    .setMetallicFactor(0)
    .setExtension(
      'KHR_materials_transmission',
      document.createExtension(KHRMaterialsTransmission).createTransmission().setTransmissionFactor(1),
    )
    .setExtension('KHR_materials_ior', document.createExtension(KHRMaterialsIOR).createIOR().setIOR(1.5))
    .setExtension(
      'KHR_materials_volume',
      volume
        .createVolume()
        .setThicknessFactor(0.5)
        .setAttenuationColor([0.75, 0.9, 0.85])
        .setAttenuationDistance(1),
    );
  const paint = document
    .createMaterial('paint')
    .setBaseColorFactor([0.5, 0.12, 0.08, 1])
    .setRoughnessFactor(0.4)
    .setMetallicFactor(0);
  const scene = document.createScene();
  for (const [outline, material] of [
    [FLASK, glass],
    [STOPPER, glass],
    [FOOT, paint],
  ]) {
    const shape = new LatheGeometry(
      outline.map(([x, y]) => new Vector2(x, y)),
      128,
    );
    const accessor = (type, array) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setMaterial(material)
      .setIndices(accessor('SCALAR', Uint32Array.from(shape.index.array)))
      .setAttribute('POSITION', accessor('VEC3', shape.attributes.position.array))
      .setAttribute('NORMAL', accessor('VEC3', shape.attributes.normal.array));
    scene.addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
  }
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document);
}
