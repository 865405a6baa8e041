import { Document, type GLTF, type TypedArray } from '@gltf-transform/core';
import { BoxGeometry } from 'three';
import { addShape, writeGlb } from './tiny-model.ts';

/**
 * A slider that goes from the left to the right in two seconds, and a post of two bones above it whose upper half bends to the
 * right by a quarter turn in the first second; it grows twice as wide by a morph target. In the file's own pose the slider stands in the
 * middle, the post upright. The second animation, without a name, lifts the slider by one at once.
 */
export async function makeAnimated(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: GLTF.AccessorType, array: TypedArray) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  document.getRoot().setDefaultScene(document.createScene());
  const scene = document.getRoot().getDefaultScene();
  const { node: slider } = addShape(document, 'slider', new BoxGeometry(0.6, 0.6, 0.6));

  // 1. The post: three rings of four corners, the middle and the lower one stay.
  const ring = (y: number) => [-0.2, y, -0.2, 0.2, y, -0.2, 0.2, y, 0.2, -0.2, y, 0.2];
  const positions = [ring(1), ring(2), ring(3)].flat();
  const faces = [0, 4].flatMap((first) =>
    [0, 1, 2, 3].flatMap((side) => {
      const [a, b] = [first + side, first + ((side + 1) % 4)];
      return [a, a + 4, b, b, a + 4, b + 4];
    }),
  );
  const caps = [0, 1, 2, 0, 2, 3, 8, 10, 9, 8, 11, 10];
  const wider = positions.map((value, cell) => (cell % 3 === 1 ? 0 : value));
  const bone = [
    ...Array.from({ length: 8 }, () => [0, 0, 0, 0]),
    ...Array.from({ length: 4 }, () => [1, 0, 0, 0]),
  ];
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', new Float32Array(positions)))
    .setAttribute('JOINTS_0', accessor('VEC4', new Uint8Array(bone.flat())))
    .setAttribute('WEIGHTS_0', accessor('VEC4', new Float32Array(bone.flatMap(() => [1, 0, 0, 0]))))
    .setIndices(accessor('SCALAR', new Uint16Array([...faces, ...caps])))
    .setMaterial(document.createMaterial('post').setDoubleSided(true).setMetallicFactor(0))
    .addTarget(
      document.createPrimitiveTarget().setAttribute('POSITION', accessor('VEC3', new Float32Array(wider))),
    );
  const [lower, upper] = [
    document.createNode('lower'),
    document.createNode('upper').setTranslation([0, 2, 0]),
  ];
  const move = (y: number) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, y, 0, 1];
  const skin = document
    .createSkin()
    .addJoint(lower)
    .addJoint(upper)
    .setInverseBindMatrices(accessor('MAT4', new Float32Array([...move(0), ...move(-2)])));
  const post = document.createNode('post').setSkin(skin);
  post.setMesh(document.createMesh('post').addPrimitive(primitive).setWeights([0]));
  scene?.addChild(lower.addChild(upper)).addChild(post);

  // 2. What moves them.
  const clip = (name: string) => {
    const animation = document.createAnimation(name);
    return {
      add: (
        node: typeof post,
        path: GLTF.AnimationChannelTargetPath,
        type: GLTF.AccessorType,
        times: number[],
        values: number[],
      ) => {
        const sampler = document
          .createAnimationSampler()
          .setInput(accessor('SCALAR', new Float32Array(times)))
          .setOutput(accessor(type, new Float32Array(values)))
          .setInterpolation(times.length === 1 ? 'STEP' : 'LINEAR');
        const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path);
        animation.addSampler(sampler).addChannel(channel.setSampler(sampler));
      },
    };
  };
  const half = Math.SQRT1_2;
  const go = clip('Go');
  go.add(slider, 'translation', 'VEC3', [0, 2], [-2, 0, 0, 2, 0, 0]);
  go.add(upper, 'rotation', 'VEC4', [0, 1], [0, 0, 0, 1, 0, 0, -half, half]);
  go.add(post, 'weights', 'SCALAR', [0, 2], [0, 1]);
  clip('').add(slider, 'translation', 'VEC3', [0], [0, 1, 0]);
  return writeGlb(document);
}
