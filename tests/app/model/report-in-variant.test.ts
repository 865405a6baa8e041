import { expect, test } from 'vitest';
import { listMaterials } from '../../../src/app/model/list-materials.ts';
import { reportInVariant } from '../../../src/app/model/report-in-variant.ts';
import type { ModelReport } from '../../../src/contract/model-report.ts';
import { inspectModel } from '../../../src/workers/compute/gltf/inspect-model.ts';
import { makeBoxes } from '../../support/box-model.ts';
import { makeVariants } from '../../support/variant-model.ts';

const inspect = async (bytes: Uint8Array) =>
  (await inspectModel(new Blob([new Uint8Array(bytes)]))) as ModelReport;

test('the lists show what is drawn in the chosen colourway', async () => {
  const report = await inspect(makeVariants());
  expect(report.variants?.map(({ name }) => name)).toEqual(['Ocean', 'All blue']);
  const names = (variant: string | null) =>
    listMaterials(reportInVariant(report, variant), []).map(({ name, nodes }) => `${name} ${nodes}`);
  expect(names(null)).toEqual(['Left 0', 'Right 1']);
  expect(names('Ocean')).toEqual(['Right 1', 'Sea 0']);
  expect(names('All blue')).toEqual(['Sea 0,1']);
  expect(names('no such')).toEqual(['Left 0', 'Right 1']);
  expect(reportInVariant(report, null)).toBe(report);
});

test('a model without colourways has none, also one that was read before they were known', async () => {
  const report = await inspect(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }]));
  expect(report.variants).toBeUndefined();
  expect(reportInVariant(report, 'Ocean')).toBe(report);
});
