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
import type { Gradient } from '../../../../src/contract/scene/gradient.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';

const texts = textsOf('en');

function between(from: string, to: string): Gradient {
  const stops = [
    { at: 0, colour: from },
    { at: 1, colour: to },
  ];
  return { kind: 'linear', angleDegrees: 180, stops };
}

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
  expect(seen()).toEqual([null, between('#b9876a', '#3a4a5e'), 1]);
  app.commands.undo();
  app.commands.undo();
  expect(seen()).toEqual([1, null, 0.5]);
});

test('previews are no steps, and one choice undoes to what stood before them', () => {
  const { app, seen } = setUp();
  startGradient(app, texts);
  const before = between('#c9cdd1', '#3a4a5e');
  for (const to of ['#111111', '#222222']) previewGradient(app, between('#c9cdd1', to));
  setGradient(app, texts, between('#c9cdd1', '#222222'), before);
  expect(seen()[1]).toEqual(between('#c9cdd1', '#222222'));
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

test('keys in quick succession are one step, two drags are two', () => {
  const { app, seen } = setUp();
  startGradient(app, texts);
  const [grey, mid, dark] = [
    between('#c9cdd1', '#3a4a5e'),
    between('#c9cdd1', '#333333'),
    between('#111111', '#222222'),
  ];
  setGradient(app, texts, mid, grey, 'gradient-stop-1');
  setGradient(app, texts, dark, mid, 'gradient-stop-1');
  app.commands.undo();
  expect(seen()[1]).toEqual(grey);
  setGradient(app, texts, mid, grey);
  setGradient(app, texts, dark, mid);
  app.commands.undo();
  expect(seen()[1]).toEqual(mid);
  app.commands.redo();
  expect(seen()[1]).toEqual(dark);
});
