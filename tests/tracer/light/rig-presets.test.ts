import { describe, expect, test } from 'vitest';
import { LightRig, RIG_PRESETS, shiningLights } from '../../../src/contract/scene/light-rig.ts';
import { chooseLightRig } from '../../../src/tracer/light/choose-light-rig.ts';
import { openRigPreset } from '../../../src/tracer/light/rig-presets.ts';

const whole = (rig: LightRig) => rig.lights.reduce((sum, { intensity }) => sum + intensity, 0);
const house = whole(chooseLightRig(0, 0));

describe.each(RIG_PRESETS)('the preset %s', (preset) => {
  const rig = openRigPreset(preset);

  test('can be kept in a project and in a recipe', () => {
    expect(LightRig.parse(rig)).toEqual(rig);
    expect(new Set(rig.lights.map(({ id }) => id)).size).toBe(rig.lights.length);
    expect(shiningLights(rig)).toHaveLength(rig.lights.length);
  });

  test('has as much light in all as the house has', () => {
    expect(whole(rig) / house).toBeCloseTo(1, 1);
  });
});
