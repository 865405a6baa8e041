import type { ModelContents } from '../../../contract/model-report.ts';

/** How many kinds of things a file has that are not shown. */
export function countHidden({ lights, unreadExtensions, otherSceneCount }: ModelContents): number {
  const kinds = [lights.other, unreadExtensions.length, otherSceneCount];
  return kinds.filter((count) => count > 0).length;
}
