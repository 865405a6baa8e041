import { WebIO } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { withBytes } from '../../../src/tracer/gltf/diffuse-roughness.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { changeGlb } from '../../support/change-glb.ts';

test('a node that another scene names as a root stays where it hangs', async () => {
  const glb = changeGlb(new Uint8Array(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }])), {
    nodes: [
      { name: 'assembly', children: [1] },
      { name: 'part', mesh: 0 },
    ],
    scenes: [{ nodes: [0] }, { nodes: [1] }],
    scene: 0,
  });
  const { json, binary } = readGlb(glb);
  const document = await new WebIO().readJSON(withBytes(json, binary));
  const [assembly, part] = document.getRoot().listNodes();
  expect(part?.getParentNode()).toBe(assembly);
  expect(document.getRoot().listScenes()).toHaveLength(2);
});
