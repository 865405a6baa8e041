import { resolveObjectURL } from 'node:buffer';
import { expect, test } from 'vitest';
import { dropBase, type EditBase, initialEdit } from '../../../src/app/state/edit.ts';
import type { RenderId } from '../../../src/contract/ids.ts';

/** The editor with a picture; whether its address still leads to it once the editor has let go of it. */
function isShownAfter(renderId: RenderId | null): boolean {
  const image = URL.createObjectURL(new Blob(['picture']));
  const base = { renderId, title: 'Chair', image, imageIndex: 0 } as EditBase;
  dropBase({ ...initialEdit(), base });
  return resolveObjectURL(image) !== undefined;
}

test('a picture that this device drew is shown elsewhere when the editor has let go of it; of a file the address ends', () => {
  expect(isShownAfter(-1 as RenderId)).toBe(true);
  expect(isShownAfter(null)).toBe(false);
});
