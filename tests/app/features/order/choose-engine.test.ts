import { expect, test } from 'vitest';
import { chooseEngine } from '../../../../src/app/features/order/choose-engine.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

test('the engine is chosen for the project as one step; the same again is none', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const engine = () => app.state.project.settings.render_settings.engine;
  expect(engine()).toBe('auto');
  chooseEngine(app, 'Engine', 'studio');
  chooseEngine(app, 'Engine', 'studio');
  expect([engine(), app.commands.undoLabel()]).toEqual(['studio', 'Engine']);
  app.commands.undo();
  expect([engine(), app.commands.undoLabel()]).toEqual(['auto', null]);
});
