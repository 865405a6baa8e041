import type { App } from '../../src/app/core/app.ts';
import { listMaterials, type MaterialRow } from '../../src/app/model/list-materials.ts';
import { ContentHash } from '../../src/contract/ids.ts';
import { createFakeServer } from './fake-http.ts';
import { createFakeOutside, createTestApp } from './fake-outside.ts';

/** An app with a model of a seat and two legs; `rows` reads its materials as they are dressed now. */
export function createMaterialApp(): {
  app: App;
  rows: () => MaterialRow[];
  row: (index: number) => MaterialRow;
  /** What is known of the model's file. */
  report: Parameters<typeof listMaterials>[0];
} {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const report = {
    hash: ContentHash.parse('b2'.repeat(32)),
    materials: ['Seat', 'Legs'].map((name, index) => ({
      index,
      name,
      colour: '#445566',
      metalness: 0,
      roughness: 1,
      hasTexture: true,
      usageCount: index + 1,
    })),
    nodes: [
      { index: 0, name: 'Seat', parent: null, hasMesh: true, materials: [0] },
      { index: 1, name: 'Leg left', parent: null, hasMesh: true, materials: [1] },
      { index: 2, name: 'Leg right', parent: null, hasMesh: true, materials: [1] },
    ],
  };
  app.state.project.settings.model_hash = report.hash;
  const rows = () => listMaterials(report, app.state.project.settings.model_materials);
  return { app, report, rows, row: (index) => rows()[index]! };
}
