import { KHRMaterialsTransmission } from '@gltf-transform/extensions';
import { expect, test } from 'vitest';
import { judgeKept } from '../../../src/app/model/judge-kept.ts';
import { defaultSettings } from '../../../src/contract/http/default-settings.ts';
import { TOO_MANY_TRIANGLES } from '../../../src/contract/model-report.ts';
import { makeModelMaterial } from '../../support/library-items.ts';
import { readReport } from '../../support/read-report.ts';
import { createSquare, writeGlb } from '../../support/tiny-model.ts';

const KEEPS = { engine: 'comfyui', isMissing: false, keepsProduct: 'studio' } as const;

async function report(metalness: number) {
  const { document, primitive } = createSquare();
  const glass = document.createExtension(KHRMaterialsTransmission).createTransmission();
  const material = document.createMaterial('glass').setMetallicFactor(metalness);
  primitive.setMaterial(material.setExtension('KHR_materials_transmission', glass.setTransmissionFactor(1)));
  return readReport(await writeGlb(document));
}

test('before the order is placed it is known that a product of glass may not be kept', async () => {
  const settings = defaultSettings();
  const glass = await report(0);
  expect(judgeKept(glass, settings, KEEPS)).toBe('glass');
  expect(judgeKept(await report(1), settings, KEEPS)).toBeNull();
  // Hidden, or in another material.
  const { render_settings: look } = settings;
  expect(
    judgeKept(glass, { ...settings, render_settings: { ...look, hidden_nodes: [0] } }, KEEPS),
  ).toBeNull();
  const group = { index: 1, name: 'group', parent: null, hasMesh: false, materials: [] };
  const grouped = { ...glass, nodes: [group, ...glass.nodes.map((node) => ({ ...node, parent: 1 }))] };
  expect(
    judgeKept(grouped, { ...settings, render_settings: { ...look, hidden_nodes: [1] } }, KEEPS),
  ).toBeNull();
  const reset = makeModelMaterial(0, { isReset: true });
  expect(judgeKept(glass, { ...settings, model_materials: [reset] }, KEEPS)).toBeNull();
  const tinted = makeModelMaterial(0, { color: '#ff0000' });
  expect(judgeKept(glass, { ...settings, model_materials: [tinted] }, KEEPS)).toBe('glass');
});

test('and a model that is too large for Studio; nothing where no product is to be kept', async () => {
  const settings = defaultSettings();
  const glass = await report(0);
  const warnings = [{ kind: 'not-traceable', feature: TOO_MANY_TRIANGLES }] as const;
  expect(judgeKept({ ...glass, warnings }, settings, KEEPS)).toBe('model');
  expect(judgeKept(glass, settings, { ...KEEPS, keepsProduct: null })).toBeNull();
  expect(judgeKept(glass, settings, { ...KEEPS, isMissing: true })).toBeNull();
  expect(judgeKept(glass, settings, { ...KEEPS, engine: 'studio' })).toBeNull();
  expect(judgeKept(null, settings, KEEPS)).toBeNull();
});
