import { expect, test } from 'vitest';
import {
  previewMaterialColour,
  resetMaterialColour,
  setMaterialColour,
  takeBackMaterialColour,
} from '../../../../src/app/features/materials/set-material-colour.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

test('many previews and one choice are one step to undo', () => {
  const { app, row } = createMaterialApp();
  const before = row(0);
  previewMaterialColour(app, row(0), '#111111');
  previewMaterialColour(app, row(0), '#222222');
  expect(row(0).colour).toBe('#222222');
  expect(app.state.project.undoLabel).toBeNull();

  setMaterialColour(app, textsOf('en'), before, '#333333');
  expect(row(0).colour).toBe('#333333');
  expect(app.state.project.undoLabel).toBe('Colour of Seat');

  app.commands.undo();
  expect(row(0).colour).toBe('#445566');
  app.commands.redo();
  expect(row(0).colour).toBe('#333333');
});

test('the colour of the file comes back, and that can be undone', () => {
  const { app, row } = createMaterialApp();
  setMaterialColour(app, textsOf('en'), row(0), '#333333');
  resetMaterialColour(app, textsOf('en'), row(0));
  expect(row(0).colour).toBe('#445566');
  app.commands.undo();
  expect(row(0).colour).toBe('#333333');
});

test('a picker that is open while another model comes neither shows nor sets anything there', () => {
  const { app, row } = createMaterialApp();
  const before = row(0);
  previewMaterialColour(app, before, '#111111');
  app.commands.clear();
  app.state.project.settings.model_hash = ContentHash.parse('c3'.repeat(32));
  app.state.project.settings.model_materials = [];
  previewMaterialColour(app, before, '#222222');
  setMaterialColour(app, textsOf('en'), before, '#333333');
  expect(app.state.project.settings.model_materials).toEqual([]);
  expect(app.state.project.undoLabel).toBeNull();
});

test('a colour that is taken back in the picker leaves nothing, where none was set and where one was', () => {
  const { app, row } = createMaterialApp();
  const { settings } = app.state.project;
  const before = row(0);
  expect(before.entry).toBeNull();
  previewMaterialColour(app, before, '#111111');
  previewMaterialColour(app, row(0), before.colour);
  takeBackMaterialColour(app, before);
  expect(settings.model_materials).toEqual([]);
  previewMaterialColour(app, before, '#111111', 'emissive');
  takeBackMaterialColour(app, before, 'emissive');
  expect(settings.model_materials).toEqual([]);

  setMaterialColour(app, textsOf('en'), row(0), '#333333');
  const own = row(0);
  previewMaterialColour(app, own, '#111111');
  takeBackMaterialColour(app, own);
  expect(row(0).entry).toEqual(own.entry);
  app.commands.undo();
  expect(settings.model_materials).toEqual([]);
});
