import { expect, test } from 'vitest';
import { keepPreferences, recallPreferences } from '../../../src/app/browser/preferences.ts';
import { createApp } from '../../../src/app/create-app.ts';
import { newProject } from '../../../src/app/features/projects/new-project.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';

const chosen = {
  units: 'inches',
  motion: 'less',
  toneMapping: 'agx',
  place: 'device',
  singleKeys: false,
} as const;

test('what was chosen on this device is there at the next visit', () => {
  const outside = createFakeOutside(createFakeServer());
  keepPreferences(outside.localStorage, chosen);
  expect(createApp(outside).state.preferences).toEqual(chosen);
});

test.each([
  [
    'nothing',
    null,
    { units: 'automatic', motion: 'system', toneMapping: 'neutral', place: 'server', singleKeys: true },
  ],
  [
    'no JSON',
    '{',
    { units: 'automatic', motion: 'system', toneMapping: 'neutral', place: 'server', singleKeys: true },
  ],
  [
    'a choice that there is no more',
    '{"units":"ells","motion":"full"}',
    { units: 'automatic', motion: 'full', toneMapping: 'neutral', place: 'server', singleKeys: true },
  ],
])('of %s what can be read counts', (_title, stored, expected) => {
  expect(recallPreferences({ getItem: () => stored })).toEqual(expected);
});

test('a new project begins with the tone mapping that was chosen for new projects', async () => {
  const app = createTestApp(createFakeOutside(createFakeServer()));
  app.state.preferences.toneMapping = 'agx';
  await newProject(app, 'Chair');
  expect(app.state.project.settings.render_settings.tone_mapping).toBe('agx');
});
