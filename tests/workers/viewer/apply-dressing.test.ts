import { MeshStandardMaterial, Object3D } from 'three';
import { expect, test } from 'vitest';
import { applyDressing, makeReplacement } from '../../../src/workers/viewer/apply-dressing.ts';

test.for([1, 0.5, 0, -1])(
  'a relief of strength %s in the file becomes as strong as a person sets it',
  (scale) => {
    for (const isTurned of [false, true]) {
      const file = new MeshStandardMaterial();
      file.normalScale.set(scale, scale);
      // As GLTFLoader does where a file has no tangents.
      if (isTurned) file.normalScale.y *= -1;
      const worn = makeReplacement(file, 'adjusted', new Object3D()) as MeshStandardMaterial;
      const dressing = { materialIndex: 0, colour: null, metalness: null, roughness: null } as const;
      applyDressing(worn, file, { ...dressing, kind: 'adjusted', finish: { normalScale: 2 } }, null);
      expect(worn.normalScale.toArray()).toEqual([2, isTurned ? -2 : 2]);
    }
  },
);
