import type { Label } from '../../src/contract/scene/label.ts';

/** A printed label, twice as wide as high, that lies flat and faces +Z. Tests change what they are about. */
export const FLAT_LABEL: Label = {
  imageHash: 'a'.repeat(64) as never,
  name: 'front',
  target: { kind: 'all' },
  position: [0, 0, 2],
  normal: [0, 0, 1],
  axis: [0, 1, 0],
  radius: 2,
  projection: 'flat',
  width: 4,
  height: 2,
  rotationRadians: 0,
  depth: 2,
  finish: 'print',
  opacity: 1,
  hasUnderprint: true,
};
