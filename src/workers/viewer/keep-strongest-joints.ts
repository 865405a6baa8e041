import { BufferAttribute, type BufferGeometry } from 'three';
import { keepStrongest } from '../../tracer/animation/keep-strongest.ts';

/**
 * Lets the strongest four joints of each vertex move it, where a file has more: the loader takes the first four, whatever
 * they weigh, and lets them add up to 1. The file's own weights add up to 1 over all sets.
 */
export function keepStrongestJoints(geometry: BufferGeometry): void {
  const { skinIndex, skinWeight } = geometry.attributes;
  if (skinIndex === undefined || skinWeight === undefined) return;
  const more: { joints: BufferGeometry['attributes'][string]; weights: typeof skinWeight }[] = [];
  for (;;) {
    const [joints, weights] = ['joints', 'weights'].map((name) => `${name}_${more.length + 1}`);
    const [others, theirs] = [geometry.attributes[joints ?? ''], geometry.attributes[weights ?? '']];
    if (others === undefined || theirs === undefined) break;
    more.push({ joints: others, weights: theirs });
    geometry.deleteAttribute(joints ?? '').deleteAttribute(weights ?? '');
  }
  if (more.length === 0) return;
  const { count } = skinIndex;
  const joints = new Uint16Array(count * 4);
  const weights = new Float32Array(count * 4);
  const own = new Array<number>(4 + more.length * 4).fill(0);
  for (let vertex = 0; vertex < count; vertex++) {
    let rest = 1;
    for (const [set, { weights: theirs }] of more.entries()) {
      for (let slot = 0; slot < 4; slot++) {
        const weight = theirs.getComponent(vertex, slot);
        own[4 + set * 4 + slot] = weight;
        rest -= weight;
      }
    }
    for (let slot = 0; slot < 4; slot++)
      own[slot] = skinWeight.getComponent(vertex, slot) * Math.max(0, rest);
    keepStrongest(own);
    const total = own.reduce((sum, weight) => sum + weight, 0) || 1;
    let place = vertex * 4;
    for (const [slot, weight] of own.entries()) {
      if (!(weight > 0)) continue;
      const from = slot < 4 ? skinIndex : more[(slot >> 2) - 1]?.joints;
      joints[place] = from?.getComponent(vertex, slot & 3) ?? 0;
      weights[place] = weight / total;
      place += 1;
    }
  }
  geometry.setAttribute('skinIndex', new BufferAttribute(joints, 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(weights, 4));
}
