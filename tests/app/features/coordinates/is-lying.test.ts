import { expect, test } from 'vitest';
import { describeDetection } from '../../../../src/app/features/coordinates/describe-detection.ts';
import { isLying } from '../../../../src/app/features/coordinates/is-lying.ts';
import { chooseTurn, normaliseModel } from '../../../../src/app/model/normalise-model.ts';
import { standingMatrix } from '../../../../src/app/scene/stand-model.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';
import type { AxisDetection, ModelReport } from '../../../../src/contract/model-report.ts';
import type { UpAxis } from '../../../../src/contract/scene/up-axis.ts';
import { createMaterialApp } from '../../../support/material-app.ts';

const BOUNDS = { min: [-4, -3, 0], max: [4, 3, 1] };

/** A model stood as its detection has it, and a person who chose an axis for its top. */
function given(detection: Partial<AxisDetection>, axis: UpAxis = 'Y_UP') {
  const found = { system: 'Z_UP', confidence: 0.4, evidence: [], isLengthwise: false, ...detection } as const;
  const report = {
    detection: found,
    bounds: BOUNDS,
    normalisation: normaliseModel(BOUNDS, chooseTurn(found, 'detected')),
  } as unknown as ModelReport;
  const { render_settings: look } = createMaterialApp().app.state.project.settings;
  const settings = { model_normalisation: null, render_settings: { ...look, up_axis: axis } };
  return { report, settings };
}

test('a site plan whose signs speak for Z at 40 % may lie down; stood up or left by hand it is not asked about', () => {
  const { report, settings } = given({});
  expect(isLying(report, settings)).toBe(true);
  const upright = [...standingMatrix(report, 'upright')];
  expect(isLying(report, { ...settings, model_normalisation: upright })).toBe(false);
  expect(isLying(report, given({}, 'Z_UP').settings)).toBe(false);
});

test('a model that was stood up by itself, and one that nothing speaks against, is not asked about', () => {
  for (const detection of [{ confidence: 0.6 }, { system: 'Y_UP', confidence: 0.2 }] as const) {
    const { report, settings } = given(detection);
    expect(isLying(report, settings)).toBe(false);
  }
});

test('what is not sure is not said as knowledge, in either language', () => {
  const said = { cue: 'metadata', reason: 'said', system: 'Z_UP', sureness: 1 } as const;
  const cases = [
    { system: 'Z_UP', confidence: 0.4, evidence: [said] },
    { system: 'Z_UP', confidence: 0.7, evidence: [] },
    { system: 'Z_UP', confidence: 0.4, evidence: [] },
    { system: 'Y_UP', confidence: 0.1, evidence: [] },
    { system: 'Y_UP', confidence: 0, evidence: [] },
  ] as const;
  const tell = (language: 'en' | 'es') =>
    cases.map((detection) => describeDetection(detection, textsOf(language).t));
  expect(tell('en')).toEqual([
    'The file says that it is Z-up.',
    'The file is most likely Z-up.',
    'The file may be Z-up: there are signs, but they are not sure.',
    'Nothing in the file speaks against Y-up.',
    'The file gives no clue to its axes.',
  ]);
  expect(tell('es')).toHaveLength(new Set(tell('es')).size);
  for (const sentence of [...tell('en'), ...tell('es')]) expect(sentence).not.toMatch(/\d|%/);
});
