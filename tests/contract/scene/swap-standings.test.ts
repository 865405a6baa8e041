import { expect, test } from 'vitest';
import { freshSettings } from '../../../src/app/state/projects.ts';
import { KEPT_STANDINGS_MAX } from '../../../src/contract/constants.ts';
import { KeptStanding, type ProjectSettings } from '../../../src/contract/http/projects.ts';
import { ContentHash } from '../../../src/contract/ids.ts';
import { changeModel, swapStandings } from '../../../src/contract/scene/swap-standings.ts';
import type { UpAxis } from '../../../src/contract/scene/up-axis.ts';

const hash = (number: number) => ContentHash.parse(number.toString(16).padStart(64, '0'));

/** The project once a model has come, and its axis was chosen. */
function show(settings: ProjectSettings, model: number, up_axis: UpAxis): ProjectSettings {
  const { kept } = swapStandings(settings, hash(model));
  const render_settings = { ...settings.render_settings, up_axis, kept_standings: kept };
  return { ...settings, model_hash: hash(model), render_settings };
}

test('a model that is new to the project has no standing, and an empty stage leaves none', () => {
  const empty = freshSettings('New');
  expect(swapStandings(empty, hash(1))).toEqual({ standing: null, kept: [], undressed: [] });
  const one = show(empty, 1, 'Z_UP');
  expect(one.render_settings.kept_standings).toEqual([]);
  expect(swapStandings(one, hash(2))).toMatchObject({
    standing: null,
    kept: [{ model_hash: hash(1), up_axis: 'Z_UP', model_normalisation: null }],
  });
});

test('each model is kept once, with what was chosen last', () => {
  const models = [
    [1, 'Z_UP'],
    [2, 'X_UP'],
    [1, 'Y_DOWN'],
  ] as const;
  const settings = models.reduce((now, [model, axis]) => show(now, model, axis), freshSettings('New'));
  const { standing, kept } = swapStandings(settings, hash(2));
  expect(standing).toMatchObject({ model_hash: hash(2), up_axis: 'X_UP' });
  expect(kept).toMatchObject([{ model_hash: hash(1), up_axis: 'Y_DOWN' }]);
});

test('of too many models the ones that went first are forgotten', () => {
  let settings = freshSettings('New');
  for (let model = 1; model <= KEPT_STANDINGS_MAX + 2; model++) settings = show(settings, model, 'Z_UP');
  const { standing, kept } = swapStandings(settings, hash(1));
  expect(standing).toBe(null);
  expect(kept).toHaveLength(KEPT_STANDINGS_MAX);
  expect(kept[0]?.model_hash).toBe(hash(3));
});

test('a pose stays with its model: another one stands as its file, and it comes back with the first', () => {
  const posed = show(freshSettings('New'), 1, 'Y_UP');
  const pose = { clip: 2, seconds: 1.25 };
  const first = { ...posed, render_settings: { ...posed.render_settings, pose } };
  const second = changeModel(first, hash(2));
  expect(second.render_settings.pose).toBeNull();
  expect(changeModel(second, hash(1)).render_settings.pose).toEqual(pose);
});

test('what was kept before there were poses stands as its file', () => {
  const { kept } = swapStandings(show(freshSettings('New'), 1, 'Y_UP'), hash(2));
  const { pose: _pose, ...old } = kept[0] as (typeof kept)[number];
  expect(KeptStanding.parse(old).pose).toBeNull();
});
