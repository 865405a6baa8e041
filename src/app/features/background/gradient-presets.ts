import type { Gradient } from '../../../contract/scene/gradient.ts';

/** Gradients to begin with, by their key in the texts. */
export const GRADIENT_PRESETS = {
  studio: { kind: 'linear', angleDegrees: 180, stops: spread('#f2f2f0', '#d9dbdc', '#a9adb1') },
  sand: { kind: 'linear', angleDegrees: 180, stops: spread('#efe6d8', '#d8c4a6', '#b08d68') },
  blush: { kind: 'linear', angleDegrees: 135, stops: spread('#f7e3dc', '#e2b1a3', '#a9746a') },
  sage: { kind: 'linear', angleDegrees: 160, stops: spread('#dfe6da', '#9fb09b', '#56695a') },
  sea: { kind: 'linear', angleDegrees: 180, stops: spread('#d4e6ea', '#6fa3b4', '#1f4a5e') },
  dusk: { kind: 'linear', angleDegrees: 180, stops: spread('#2c3355', '#7d5a7b', '#d98f6c', '#f2cf9b') },
  spotlight: { kind: 'radial', angleDegrees: 180, stops: spread('#f4f3f0', '#b9b7b2', '#56544f') },
  night: { kind: 'radial', angleDegrees: 180, stops: spread('#4d5566', '#242936', '#0f1117') },
} as const satisfies Record<string, Gradient>;

function spread(...colours: string[]): Gradient['stops'] {
  return colours.map((colour, index) => ({
    at: Math.round((100 * index) / (colours.length - 1)) / 100,
    colour,
  }));
}
