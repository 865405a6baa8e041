import { expect, test } from 'vitest';
import {
  setKeptProduct,
  setOutput,
  setRatio,
  setSize,
  setWorkflow,
} from '../../../../src/app/features/advanced/set-picture.ts';
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

test('a product is kept exactly until a person says otherwise, and its light is a step of its own', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const kept = () => app.state.project.settings.render_settings.keep_product;
  expect(kept()).toBe('studio');
  setKeptProduct(app, 'Keeping', 'as-painted');
  setKeptProduct(app, 'Keeping', 'off');
  expect(kept()).toBe('off');
  app.commands.undo();
  expect(kept()).toBe('as-painted');
  app.commands.undo();
  expect(kept()).toBe('studio');
});

test('a ratio keeps the longer side and a size the ratio; each is a step to undo', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const size = () => {
    const { width, height } = app.state.project.settings.render_settings;
    return [width, height];
  };
  expect(size()).toEqual([1024, 1024]);
  setRatio(app, 'Ratio', '16:9');
  expect(size()).toEqual([1024, 576]);
  setSize(app, app.texts(), 2048);
  expect(size()).toEqual([2048, 1152]);
  setRatio(app, 'Ratio', '4:5');
  expect(size()).toEqual([1640, 2048]);
  setSize(app, app.texts(), 512);
  expect(size()).toEqual([408, 512]);
  setRatio(app, 'Ratio', '1:1');
  expect(size()).toEqual([512, 512]);
  for (let step = 0; step < 5; step++) app.commands.undo();
  expect(size()).toEqual([1024, 1024]);
});

test('a size of its own ratio keeps it', () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { settings } = app.state.project;
  settings.render_settings = { ...settings.render_settings, width: 1000, height: 300 };
  setSize(app, app.texts(), 2048);
  expect(settings.render_settings).toMatchObject({ width: 2048, height: 616 });
});
