import { EXTMeshGPUInstancing } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { createSquare, writeGlb } from './tiny-model.ts';

export interface ReliefPlan {
  readonly scale?: readonly [number, number, number];
  readonly hasTangents?: boolean;
  readonly isCopied?: boolean;
  /** Of the joint of a skin that moves it. The square is wound so that it is seen from its front all the same. */
  readonly joint?: readonly [number, number, number];
}

/** A square that faces +Z, whose relief leans upwards all over. */
export async function makeRelief({
  scale = [1, 1, 1],
  hasTangents = false,
  isCopied = false,
  joint,
}: ReliefPlan): Promise<Uint8Array> {
  const { document, primitive } = createSquare();
  const root = document.getRoot();
  const [buffer = null] = root.listBuffers();
  const accessor = (type: 'VEC3' | 'VEC4', values: readonly number[]) =>
    document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer);
  const four = (values: readonly number[]) => [0, 1, 2, 3].flatMap(() => values);
  primitive.setAttribute('NORMAL', accessor('VEC3', four([0, 0, 1])));
  if (hasTangents) primitive.setAttribute('TANGENT', accessor('VEC4', four([1, 0, 0, 1])));
  const leaning = { r: 128, g: 218, b: 218 };
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: leaning } })
    .png()
    .toBuffer();
  const relief = document.createTexture().setImage(new Uint8Array(png)).setMimeType('image/png');
  primitive.setMaterial(document.createMaterial('relief').setNormalTexture(relief).setRoughnessFactor(0.6));
  const [node] = root.listNodes();
  node?.setScale([...scale]);
  if (joint !== undefined) {
    const bone = document.createNode('joint').setScale([...joint]);
    root.getDefaultScene()?.addChild(bone);
    node?.setSkin(document.createSkin().addJoint(bone));
    const joints = document.createAccessor().setType('VEC4').setArray(new Uint8Array(16)).setBuffer(buffer);
    primitive.setAttribute('JOINTS_0', joints);
    primitive.setAttribute('WEIGHTS_0', accessor('VEC4', four([1, 0, 0, 0])));
    const isTurned = [...scale, ...joint].reduce((product, value) => product * value) < 0;
    if (isTurned) primitive.getIndices()?.setArray(new Uint16Array([0, 2, 1, 0, 3, 2]));
  }
  if (isCopied) {
    const batch = document.createExtension(EXTMeshGPUInstancing).createInstancedMesh();
    node?.setExtension(
      'EXT_mesh_gpu_instancing',
      batch.setAttribute('TRANSLATION', accessor('VEC3', [0, 0, 0, 9, 0, 0])),
    );
  }
  return writeGlb(document);
}
