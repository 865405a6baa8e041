import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openModel } from '../../../src/command/model/open-model.ts';
import { boxOf } from '../../../src/command/recipe/choose-camera.ts';
import { STAGE_SIZE } from '../../../src/contract/constants.ts';
import { readGlb } from '../../../src/tracer/gltf/read-glb.ts';
import { createSquare, packGlb, writeGlb } from '../../support/tiny-model.ts';

/** Path of a file that is gone after the test. */
async function keep(glb: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-open-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'model.glb');
  await writeFile(path, glb);
  return path;
}

test('the camera goes by what is shown: a node that the file hides does not count', async () => {
  const { document } = createSquare();
  const [square] = document.getRoot().listNodes();
  document
    .getRoot()
    .getDefaultScene()
    ?.addChild(
      document
        .createNode('Stage')
        .setMesh(square?.getMesh() ?? null)
        .setScale([50, 50, 50]),
    );
  const { json, binary } = readGlb(await writeGlb(document));
  const nodes = json.nodes?.map((node) =>
    node.name === 'Stage' ? { ...node, extensions: { KHR_node_visibility: { visible: false } } } : node,
  );
  const glb = packGlb({ ...json, nodes, extensionsUsed: ['KHR_node_visibility'] }, binary);
  const model = await openModel(await keep(glb), 'y');
  const { min, max } = boxOf(model);
  expect(model.report.bounds.max[0]).toBe(50);
  // One fiftieth of the stage, which the hidden one fills.
  expect(max.x - min.x).toBeCloseTo(STAGE_SIZE / 50);
});

test('the names of parts are single lines that show what they are', async () => {
  const name = 'Left\nSeat\u202e👩‍🚀';
  const { document } = createSquare();
  document.getRoot().listNodes()[0]?.setName(name);
  const model = await openModel(await keep(await writeGlb(document)), 'y');
  expect(model.parts[0]?.nodes).toEqual(['Left Seat 👩‍🚀']);
});
