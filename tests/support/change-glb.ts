import { readGlb } from '../../src/tracer/gltf/read-glb.ts';
import { packGlb } from './tiny-model.ts';

/** A document with something in it said otherwise. */
export function changeGlb(glb: Uint8Array, changes: object, bytes?: Uint8Array): Uint8Array {
  const { json, binary } = readGlb(glb);
  return packGlb({ ...json, ...changes }, bytes ?? binary);
}
