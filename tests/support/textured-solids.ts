import { Document } from '@gltf-transform/core';
import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { BoxGeometry, type BufferGeometry, Euler, Quaternion, SphereGeometry, Vector3 } from 'three';
import { addShape, openGlb, writeGlb } from './tiny-model.ts';

/**
 * A ball and a box turned in space, in centimetres, away from the origin; node 0 and 1.
 *
 * @param materials Material 0 and 1, or both have material 0.
 */
export async function makeSolids(materials: 'two' | 'one' = 'two'): Promise<Uint8Array> {
  const document = new Document();
  const add = (name: string, shape: BufferGeometry, at: Vector3, turn: Quaternion): void => {
    const { node } = addShape(document, name, shape);
    if (materials === 'one') {
      const [first = null] = document.getRoot().listMaterials();
      for (const primitive of node.getMesh()?.listPrimitives() ?? []) primitive.setMaterial(first);
    }
    node.setTranslation(at.toArray()).setRotation(turn.toArray() as [number, number, number, number]);
  };
  const turned = new Quaternion().setFromAxisAngle(new Vector3(1, 2, 0.5).normalize(), 0.7);
  add('ball', new SphereGeometry(20, 96, 64), new Vector3(80, 30, 10), new Quaternion());
  add('box', new BoxGeometry(32, 32, 32), new Vector3(125, 30, 10), turned);
  return writeGlb(document);
}

/** The same with relief and with shade from pictures, and one vertex colour all over. */
export async function makePaintedSolids(): Promise<Uint8Array> {
  const document = await openGlb(await makeSolids());
  const picture = document
    .createTexture('waves')
    .setMimeType('image/png')
    .setImage(await makeRelief());
  const [buffer = null] = document.getRoot().listBuffers();
  for (const material of document.getRoot().listMaterials()) {
    material.setNormalTexture(picture).setOcclusionTexture(picture).setMetallicFactor(0);
  }
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
      const colours = Float32Array.from({ length: count * 3 }, (_, i) => [0.2, 0.9, 0.4][i % 3] ?? 0);
      primitive.setAttribute(
        'COLOR_0',
        document.createAccessor().setType('VEC3').setArray(colours).setBuffer(buffer),
      );
    }
  }
  return writeGlb(document);
}

/** A normal map of soft waves that look the same neither mirrored nor turned; green points up. */
export function makeRelief(isMirrored = false): Promise<Uint8Array> {
  const sidePx = 64;
  const data = Buffer.alloc(sidePx * sidePx * 3);
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const [u, v] = [((isMirrored ? sidePx - 1 - x : x) + 0.5) / sidePx, (y + 0.5) / sidePx];
      const right = (isMirrored ? -0.5 : 0.5) * Math.sin(2 * Math.PI * (u + 0.1 * Math.sin(2 * Math.PI * v)));
      const up = 0.4 * Math.sin(2 * Math.PI * (v + 2 * u));
      const length = Math.hypot(right, up, 1);
      data.set(
        [right, up, 1].map((value) => Math.round((value / length / 2 + 0.5) * 255)),
        (y * sidePx + x) * 3,
      );
    }
  }
  return sharp(data, { raw: { width: sidePx, height: sidePx, channels: 3 } })
    .png()
    .toBuffer();
}

/** A ball bent by a joint and a morph target, and a box that stands there twice; material 0 and 1. */
export async function makeDeformed(): Promise<Uint8Array> {
  const document = new Document();
  const ball = addShape(document, 'ball', new SphereGeometry(20, 96, 64)).node;
  const box = addShape(document, 'box', new BoxGeometry(24, 24, 24)).node;
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  const attribute = (type: 'VEC3' | 'VEC4', array: Float32Array | Uint16Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const mesh = ball.getMesh();
  const [primitive] = mesh?.listPrimitives() ?? [];
  const count = primitive?.getAttribute('POSITION')?.getCount() ?? 0;
  const shift = Float32Array.from({ length: count * 3 }, (_, i) => (i % 3 === 1 ? 10 : 0));
  primitive
    ?.setAttribute('JOINTS_0', attribute('VEC4', new Uint16Array(count * 4)))
    .setAttribute(
      'WEIGHTS_0',
      attribute(
        'VEC4',
        Float32Array.from({ length: count * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
      ),
    )
    .addTarget(document.createPrimitiveTarget().setAttribute('POSITION', attribute('VEC3', shift)));
  mesh?.setWeights([0.5]);
  const turn = new Quaternion().setFromEuler(new Euler(0.5, 0.4, 0.3)).toArray();
  const joint = document.createNode('joint').setTranslation([10, 5, 0]).setRotation(turn);
  document.getRoot().getDefaultScene()?.addChild(joint);
  ball.setSkin(document.createSkin().addJoint(joint));
  const places = attribute('VEC3', new Float32Array([45, 0, 0, 45, 32, 8]));
  const copies = document.createExtension(EXTMeshGPUInstancing).createInstancedMesh();
  box.setExtension('EXT_mesh_gpu_instancing', copies.setAttribute('TRANSLATION', places));
  return writeGlb(document);
}

/** Strong, smooth colours that look the same neither mirrored nor turned. */
export function makeTexture(isMirrored = false): Promise<Uint8Array> {
  const sidePx = 32;
  const data = Buffer.alloc(sidePx * sidePx * 3);
  const wave = (turns: number) => 0.5 + 0.5 * Math.sin(2 * Math.PI * turns);
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const [u, v] = [(isMirrored ? sidePx - 1 - x : x) / sidePx, y / sidePx];
      const colour = [wave(u + 0.15 * wave(v)), wave(v + 0.25 * wave(u + 0.3)), wave(u + v)];
      data.set(
        colour.map((value) => Math.round(90 + 165 * value)),
        (y * sidePx + x) * 3,
      );
    }
  }
  return sharp(data, { raw: { width: sidePx, height: sidePx, channels: 3 } })
    .png()
    .toBuffer();
}
