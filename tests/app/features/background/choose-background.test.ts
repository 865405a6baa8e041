import { expect, test } from 'vitest';
import { chooseBackground } from '../../../../src/app/features/background/choose-background.ts';
import { removeBackground } from '../../../../src/app/features/background/remove-background.ts';
import {
  previewBackgroundColour,
  setBackgroundColour,
} from '../../../../src/app/features/background/set-background-colour.ts';
import { setBackgroundFidelity } from '../../../../src/app/features/background/set-background-fidelity.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { makeLibraryItem } from '../../../support/library-items.ts';

const texts = textsOf('en');

function setUp() {
  const outside = createFakeOutside(createFakeServer());
  const app = createTestApp(outside);
  return { outside, app, settings: app.state.project.settings };
}

test('a first picture starts at half fidelity, the next keeps what the person set', () => {
  const { app, settings, outside } = setUp();
  chooseBackground(app, texts, makeLibraryItem(1));
  expect([settings.background_id, settings.background_fidelity]).toEqual([1, 0.5]);
  setBackgroundFidelity(app, texts, 0.8);
  outside.advance(2_000);
  chooseBackground(app, texts, makeLibraryItem(2));
  expect([settings.background_id, settings.background_fidelity]).toEqual([2, 0.8]);
});

test('a drag over the fidelity slider is one step to undo', () => {
  const { app, settings } = setUp();
  chooseBackground(app, texts, makeLibraryItem(1));
  for (const percent of [51, 52, 53]) setBackgroundFidelity(app, texts, percent / 100);
  app.commands.undo();
  expect([settings.background_id, settings.background_fidelity]).toEqual([1, 0.5]);
});

test('a colour takes the picture away, and undo brings colour and picture back', () => {
  const { app, settings } = setUp();
  chooseBackground(app, texts, makeLibraryItem(1));
  const before = settings.background_color;
  previewBackgroundColour(app, '#aaaaaa');
  setBackgroundColour(app, texts, '#bbbbbb', before);
  expect([settings.background_id, settings.background_color]).toEqual([null, '#bbbbbb']);
  app.commands.undo();
  expect([settings.background_id, settings.background_color]).toEqual([1, before]);
});

test('removing leaves the stage’s own grey', () => {
  const { app, settings } = setUp();
  chooseBackground(app, texts, makeLibraryItem(1));
  removeBackground(app, texts);
  expect([settings.background_id, settings.background_color]).toEqual([null, '#1e1e1e']);
});
