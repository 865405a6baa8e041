import { expect, test } from 'vitest';
import { defaultSettings } from '../../../src/contract/http/default-settings.ts';
import { ProjectSettings, RenderSettings } from '../../../src/contract/http/projects.ts';
import { RENDER_DEFAULTS } from '../../../src/contract/http/render-defaults.ts';

test('what a project begins with is whole, and is what the shape of projects reads', () => {
  const settings = { ...defaultSettings(), name: 'Lamp', model_hash: null, model_name: null };
  expect(ProjectSettings.parse(settings)).toEqual(settings);
});

test('settings that were stored before fields were known read as those of a new project', () => {
  const { render_settings: fresh } = defaultSettings();
  const later = Object.keys(RENDER_DEFAULTS);
  const old = Object.fromEntries(Object.entries(fresh).filter(([name]) => !later.includes(name)));
  expect(Object.keys(old)).toHaveLength(Object.keys(fresh).length - later.length);
  expect(RenderSettings.parse(old)).toEqual(fresh);
});

test('no two projects share a list', () => {
  const [one, other] = [defaultSettings().render_settings, defaultSettings().render_settings];
  const lists = Object.entries(one).filter(([, value]) => Array.isArray(value));
  expect(lists).not.toEqual([]);
  for (const [name, value] of lists) expect(value, name).not.toBe(other[name as keyof typeof other]);
});
