import { Document, type Material, NodeIO } from '@gltf-transform/core';
import {
  KHRMaterialsDiffuseTransmission,
  KHRMaterialsSheen,
  KHRMaterialsTransmission,
  KHRMaterialsVolume,
} from '@gltf-transform/extensions';
import { SphereGeometry } from 'three';
import { GLTF_EXTENSIONS, KhrDiffuseRoughness } from '../../src/tracer/gltf/diffuse-roughness.ts';

export type Ball =
  | 'grey plaster'
  | 'red plaster'
  | 'blue plaster'
  | 'gold'
  | 'chrome'
  | 'black lacquer'
  | 'green glass'
  | 'rough clay'
  | 'paper'
  | 'wax'
  | 'velvet'
  | 'wine in glass';

/**
 * Balls in a row along x, two of their widths apart and centred on the origin, each of a material of its own in the order
 * of the file. Glass and wax are solids, paper is a lampshade, wine a solid in a hollow ball.
 *
 * @param radius Metres.
 */
export async function makeBalls(balls: readonly Ball[], radius: number): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const sphere = new SphereGeometry(radius, 64, 32);
  const attribute = (name: 'position' | 'normal') =>
    document
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array(sphere.getAttribute(name).array))
      .setBuffer(buffer);
  const [position, normal] = [attribute('position'), attribute('normal')];
  const index = document
    .createAccessor()
    .setType('SCALAR')
    .setArray(new Uint16Array(sphere.index?.array ?? []))
    .setBuffer(buffer);
  const scene = document.createScene();
  for (const [place, name] of balls.entries()) {
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', position)
      .setAttribute('NORMAL', normal)
      .setIndices(index)
      .setMaterial(makeMaterial(document, name, radius));
    const x = (place - (balls.length - 1) / 2) * 4 * radius;
    const mesh = document.createMesh(name).addPrimitive(primitive);
    const node = document.createNode(name).setMesh(mesh).setTranslation([x, 0, 0]);
    scene.addChild(node);
    if (name !== 'wine in glass') continue;
    const round = primitive.clone().setMaterial(makeGlass(document, radius, null));
    node.addChild(document.createNode('glass').setMesh(document.createMesh().addPrimitive(round)));
    node.setScale([0.8, 0.8, 0.8]).listChildren()[0]?.setScale([1.25, 1.25, 1.25]);
  }
  return new NodeIO().registerExtensions(GLTF_EXTENSIONS).writeBinary(document);
}

function makeMaterial(document: Document, name: Ball, radius: number): Material {
  const material = document.createMaterial(name).setMetallicFactor(0).setRoughnessFactor(1);
  if (name === 'grey plaster') return material.setBaseColorFactor([0.5, 0.5, 0.5, 1]);
  if (name === 'red plaster') return material.setBaseColorFactor([0.6, 0.05, 0.04, 1]);
  if (name === 'blue plaster') return material.setBaseColorFactor([0.09, 0.18, 0.64, 1]);
  if (name === 'velvet') {
    const sheen = document.createExtension(KHRMaterialsSheen).createSheen();
    return material
      .setBaseColorFactor([0.01, 0.01, 0.012, 1])
      .setExtension(
        'KHR_materials_sheen',
        sheen.setSheenColorFactor([0.5, 0.5, 0.6]).setSheenRoughnessFactor(0.4),
      );
  }
  if (name === 'gold')
    return material.setBaseColorFactor([1, 0.71, 0.29, 1]).setMetallicFactor(1).setRoughnessFactor(0.35);
  if (name === 'chrome')
    return material.setBaseColorFactor([0.55, 0.55, 0.55, 1]).setMetallicFactor(1).setRoughnessFactor(0.1);
  if (name === 'black lacquer')
    return material.setBaseColorFactor([0.01, 0.01, 0.01, 1]).setRoughnessFactor(0.2);
  if (name === 'rough clay') {
    const matt = document.createExtension(KhrDiffuseRoughness).createDiffuseRoughness().setFactor(1);
    return material
      .setBaseColorFactor([0.6, 0.3, 0.2, 1])
      .setExtension('KHR_materials_diffuse_roughness', matt);
  }
  if (name === 'paper' || name === 'wax') {
    const through = document
      .createExtension(KHRMaterialsDiffuseTransmission)
      .createDiffuseTransmission()
      .setDiffuseTransmissionFactor(name === 'paper' ? 0.6 : 0.4)
      .setDiffuseTransmissionColorFactor(name === 'paper' ? [0.95, 0.8, 0.6] : [0.9, 0.85, 0.7]);
    material.setBaseColorFactor([0.8, 0.75, 0.7, 1]).setDoubleSided(name === 'paper');
    if (name === 'wax') {
      const inside = document.createExtension(KHRMaterialsVolume).createVolume();
      const thick = inside.setThicknessFactor(radius).setAttenuationDistance(radius);
      material.setExtension('KHR_materials_volume', thick.setAttenuationColor([0.9, 0.6, 0.4]));
    }
    return material.setExtension('KHR_materials_diffuse_transmission', through);
  }
  if (name === 'wine in glass') return makeGlass(document, radius, [0.5, 0.04, 0.06]);
  return makeGlass(document, radius, [0.3, 0.8, 0.4]);
}

/** @param colour Of what it is filled with, seen through a radius of it; null for a wall without thickness. */
function makeGlass(document: Document, radius: number, colour: [number, number, number] | null): Material {
  const transmission = document.createExtension(KHRMaterialsTransmission).createTransmission();
  const glass = document
    .createMaterial()
    .setMetallicFactor(0)
    .setRoughnessFactor(0)
    .setExtension('KHR_materials_transmission', transmission.setTransmissionFactor(1));
  if (colour === null) return glass;
  const volume = document.createExtension(KHRMaterialsVolume).createVolume();
  return glass.setExtension(
    'KHR_materials_volume',
    volume
      .setThicknessFactor(2 * radius)
      .setAttenuationDistance(radius)
      .setAttenuationColor(colour),
  );
}
