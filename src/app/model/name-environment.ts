import type { Environment } from '../../contract/scene/environment.ts';
import type { Texts } from '../texts/use-texts.ts';

/** What surroundings are called. */
export function nameEnvironment(environment: Environment, { environment: words }: Texts['t']): string {
  if (environment.kind === 'sky') return words.sky;
  return environment.kind === 'preset' ? words.presets[environment.preset] : environment.name;
}
