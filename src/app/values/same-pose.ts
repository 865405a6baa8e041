import type { CameraPose } from '../../contract/render-spec.ts';
import { isSameValue } from './same-value.ts';

/** Where the camera stands and looks is the same; its quaternion follows from that. */
export function isSamePose(a: CameraPose, b: CameraPose): boolean {
  const { quaternion: _a, ...left } = a;
  const { quaternion: _b, ...right } = b;
  return isSameValue(left, right);
}
