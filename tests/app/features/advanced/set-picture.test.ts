import { expect, test } from 'vitest';
import { setOutput, setWorkflow } from '../../../../src/app/features/advanced/set-picture.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

test('enlarging and the workflow are steps of their own, and off by default', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const wanted = () => {
    const { output_px, workflow } = app.state.project.settings.render_settings;
    return [output_px, workflow];
  };
  expect(wanted()).toEqual([null, null]);
  setOutput(app, 'Enlarging', 4096);
  setWorkflow(app, 'Workflow', 'flat lay');
  expect(wanted()).toEqual([4096, 'flat lay']);
  app.commands.undo();
  expect(wanted()).toEqual([4096, null]);
  setOutput(app, 'Enlarging', null);
  expect(wanted()).toEqual([null, null]);
  app.commands.undo();
  expect(wanted()).toEqual([4096, null]);
});
