import type { BufferAttribute, InterleavedBufferAttribute } from 'three';
import type { GLTFParser } from 'three/addons/loaders/GLTFLoader.js';
import { CLIP_MAX } from '../../contract/constants.ts';
import {
  durationOf,
  listAnimationAccessors,
  listAnimationNames,
  readTracks,
} from '../../tracer/animation/sample-animation.ts';
import type { GltfJson } from '../../tracer/gltf/gltf-json.ts';
import type { LoadedClip } from './model-motion.ts';

/** Longer names than this are cut. */
const MAX_NAME_LENGTH = 100;

/**
 * Reads the animations of a file, decoded as its shapes are, in their order. One that moves nothing stays, as its place is
 * how a pose names the next.
 *
 * @param json Of the file, with its animations.
 */
export async function readClips(json: GltfJson, parser: GLTFParser): Promise<LoadedClip[]> {
  const values = new Map<number, Float32Array>();
  for (const index of listAnimationAccessors(json)) {
    const attribute = await parser.getDependency('accessor', index).catch(() => null);
    if (attribute !== null) values.set(index, floatsOf(attribute as BufferAttribute));
  }
  return listAnimationNames(json)
    .slice(0, CLIP_MAX + 1)
    .map((name, index) => {
      const tracks = readTracks(json, index, (accessor) => values.get(accessor) ?? null);
      return { name: name.slice(0, MAX_NAME_LENGTH), seconds: durationOf(tracks), tracks };
    });
}

/** A copy: the file's bytes need not stay for it. */
function floatsOf(attribute: BufferAttribute | InterleavedBufferAttribute): Float32Array {
  const { count, itemSize } = attribute;
  const floats = new Float32Array(count * itemSize);
  for (let at = 0; at < floats.length; at++)
    floats[at] = attribute.getComponent(Math.floor(at / itemSize), at % itemSize);
  return floats;
}
