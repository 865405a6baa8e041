import { useMedia } from '../browser/use-media.ts';

/** True where the first pointer is a finger: targets are 44 px there. */
export function useCoarsePointer(): boolean {
  return useMedia('(pointer: coarse)');
}
