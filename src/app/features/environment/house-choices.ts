import { ENVIRONMENT_PRESETS } from '../../../contract/scene/environment.ts';
import type { EnvironmentChoice } from './set-environment.ts';

/** Surroundings that come with the product, in the order in which they are offered. */
export const HOUSE_CHOICES: readonly Exclude<EnvironmentChoice, { kind: 'picture' }>[] = [
  ...ENVIRONMENT_PRESETS.map((preset) => ({ kind: 'preset' as const, preset })),
  { kind: 'sky' },
];
