import { FILE_LIGHTS_BEFORE, type FileLights } from '../../contract/scene/file-lights.ts';
import type { Texts } from './use-texts.ts';

/** How strongly the lights of the file shine, in words; empty where they are off. */
export function describeFileLights(
  { format }: Pick<Texts, 'format'>,
  lights: FileLights | undefined,
): string {
  const { isOn, strength } = lights ?? FILE_LIGHTS_BEFORE;
  return isOn ? format.percent(strength) : '';
}
