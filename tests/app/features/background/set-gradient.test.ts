import { expect, test } from 'vitest';
import { chooseBackground } from '../../../../src/app/features/background/choose-background.ts';
import { removeBackground } from '../../../../src/app/features/background/remove-background.ts';
import { setBackgroundColour } from '../../../../src/app/features/background/set-background-colour.ts';
import {
  previewGradient,
  setGradient,
  startGradient,
} from '../../../../src/app/features/background/set-gradient.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';

const texts = textsOf('en');

function setUp() {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  const { settings } = app.state.project;
  const seen = () => [
    settings.background_id,
    settings.render_settings.background_gradient,
    settings.background_fidelity,
  ];
  return { app, settings, seen };
}

test('a gradient takes the place of a picture and is drawn as shown; undo brings the picture back', () => {
  const { app, seen, settings } = setUp();
  chooseBackground(app, texts, makeLibraryItem(1));
  setBackgroundColour(app, texts, '#b9876a', settings.background_color);
  startGradient(app, texts);
  expect(seen()).toEqual([null, { from: '#b9876a', to: '#3a4a5e' }, 1]);
  app.commands.undo();
  app.commands.undo();
  expect(seen()).toEqual([1, null, 0.5]);
});

test('previews are no steps, and one choice undoes to what stood before them', () => {
  const { app, seen } = setUp();
  startGradient(app, texts);
  const before = { from: '#c9cdd1', to: '#3a4a5e' };
  for (const to of ['#111111', '#222222']) previewGradient(app, { ...before, to });
  setGradient(app, texts, { ...before, to: '#222222' }, before);
  expect(seen()[1]).toEqual({ ...before, to: '#222222' });
  app.commands.undo();
  expect(seen()[1]).toEqual(before);
});

test('colour, picture and removal end it', () => {
  const { app, settings, seen } = setUp();
  startGradient(app, texts);
  setBackgroundColour(app, texts, '#ffffff', settings.background_color);
  expect(seen()[1]).toBeNull();
  startGradient(app, texts);
  chooseBackground(app, texts, makeLibraryItem(3));
  expect(seen()).toEqual([3, null, 0.5]);
  startGradient(app, texts);
  removeBackground(app, texts);
  expect([settings.background_color, ...seen()]).toEqual(['#1e1e1e', null, null, 1]);
});
