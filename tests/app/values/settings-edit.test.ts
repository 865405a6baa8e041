import { expect, test } from 'vitest';
import { freshSettings } from '../../../src/app/state/projects.ts';
import { joinSettingsEdits, makeSettingsEdit, reachTarget } from '../../../src/app/values/settings-edit.ts';
import type { ProjectSettings } from '../../../src/contract/http/projects.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import { makeModelMaterial } from '../../support/library-items.ts';

const [seat, legs, back, cover] = [0, 1, 2, 3].map((index) => makeModelMaterial(index)) as [
  ModelMaterial,
  ModelMaterial,
  ModelMaterial,
  ModelMaterial,
];
const settings = (entries: ModelMaterial[], change: Partial<ProjectSettings> = {}): ProjectSettings => ({
  ...freshSettings('Chair'),
  model_materials: entries,
  ...change,
});
const red = (entry: ModelMaterial): ModelMaterial => ({ ...entry, color: '#ff0000' });
const colours = ({ model_materials }: Partial<ProjectSettings>) => model_materials?.map(({ color }) => color);

test('both directions are whole: entries that change, come, go and stand between others', () => {
  const before = settings([seat, legs, back]);
  const after = [cover, seat, red(back)];
  const edit = makeSettingsEdit(before, { model_materials: after });
  expect(reachTarget(before, edit.after).model_materials).toEqual(after);
  expect(reachTarget(settings(after), edit.before).model_materials).toEqual(before.model_materials);
});

test('only what differs is kept, and what another device did to the rest in between stays', () => {
  const before = settings([seat, legs, back]);
  const edit = makeSettingsEdit(before, { model_materials: [seat, red(legs), back] });
  expect(edit.after.model_materials).toHaveLength(1);
  const meanwhile = settings([red(seat), red(legs)]);
  expect(colours(reachTarget(meanwhile, edit.before))).toEqual(['#ff0000', null]);
  const look = { ...before.render_settings, exposure: 1 };
  const light = makeSettingsEdit(before, { render_settings: look });
  expect(light.after.render_settings).toEqual({ exposure: 1 });
  const turned = settings([], { render_settings: { ...look, auto_rotate: true } });
  expect(reachTarget(turned, light.before).render_settings).toMatchObject({
    auto_rotate: true,
    exposure: before.render_settings.exposure,
  });
});

test('two edits as one go back before the first, and forward after the second', () => {
  const start = settings([seat, legs]);
  const first = makeSettingsEdit(start, { model_materials: [red(seat), legs], background_fidelity: 0.2 });
  const between = { ...start, ...reachTarget(start, first.after) };
  const second = makeSettingsEdit(between, {
    model_materials: [red(seat), red(legs)],
    render_settings: { ...start.render_settings, exposure: 2 },
  });
  const end = { ...between, ...reachTarget(between, second.after) };
  const whole = joinSettingsEdits(first, second);
  expect({ ...end, ...reachTarget(end, whole.before) }).toEqual(start);
  expect({ ...start, ...reachTarget(start, whole.after) }).toEqual(end);
});
