import { expect, test } from 'vitest';
import { mergeEdits } from '../../../../src/app/features/projects/merge-edits.ts';
import { freshSettings } from '../../../../src/app/state/projects.ts';
import type { ProjectSettings } from '../../../../src/contract/http/projects.ts';
import { ContentHash } from '../../../../src/contract/ids.ts';
import { changeModel, findStanding } from '../../../../src/contract/scene/swap-standings.ts';
import { makeModelMaterial } from '../../../support/library-items.ts';

/** What a person does: shows a model of the project, or dyes the one that is shown. */
type Act = 'A' | 'B' | 'C' | 'dye';
const ACTS: readonly Act[] = ['A', 'B', 'C', 'dye'];
const MODELS = ['A', 'B', 'C'] as const;
const hashOf = (model: string) => ContentHash.parse(model.toLowerCase().repeat(64));

function act(settings: ProjectSettings, what: Act, colour: string): ProjectSettings {
  if (what !== 'dye') return changeModel(settings, hashOf(what));
  const part = makeModelMaterial(Number(settings.model_hash?.charCodeAt(0)), { color: colour });
  return { ...settings, model_materials: [part] };
}
const colourOf = (settings: ProjectSettings, model: string) =>
  findStanding(settings, hashOf(model))?.model_materials[0]?.color ?? null;

/** All that can be done in up to two steps. */
function listActs(length: number): Act[][] {
  if (length === 0) return [[]];
  const shorter = listActs(length - 1);
  return [
    ...shorter,
    ...shorter
      .filter((acts) => acts.length === length - 1)
      .flatMap((acts) => ACTS.map((one) => [...acts, one])),
  ];
}

const BASES: Readonly<Record<string, readonly Act[]>> = {
  'one model': ['A'],
  'two dyed models': ['B', 'dye', 'A', 'dye'],
  'three models': ['C', 'B', 'dye', 'A'],
};

test.each(Object.entries(BASES))(
  'whatever two devices do to a project of %s, what one of them did to a model stands, shown or at rest',
  (_name, first) => {
    const saved = first.reduce((now, what) => act(now, what, '#000000'), freshSettings('New'));
    const all = listActs(2);
    const wrong: string[] = [];
    for (const mine of all) {
      const here = mine.reduce((now, what) => act(now, what, '#111111'), saved);
      for (const others of all) {
        const theirs = others.reduce((now, what) => act(now, what, '#222222'), saved);
        const { settings } = mergeEdits({ settings: here, saved }, theirs);
        const order = `${mine.join()} | ${others.join()}`;
        const isHere = here.model_hash !== saved.model_hash;
        if (settings.model_hash !== (isHere ? here : theirs).model_hash) wrong.push(`${order}: shown`);
        for (const model of MODELS) {
          const [before, my, their] = [saved, here, theirs].map((side) => colourOf(side, model));
          const wanted = my === before ? their : my;
          if (colourOf(settings, model) !== wanted) wrong.push(`${order}: ${model}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);
