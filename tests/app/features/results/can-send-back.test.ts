import { expect, test } from 'vitest';
import { canSendBack } from '../../../../src/app/features/results/can-send-back.ts';
import type { RenderBody } from '../../../../src/contract/http/renders.ts';
import { RenderId } from '../../../../src/contract/ids.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const image = { returned: null } as RenderBody['output_images'][number];
const render = {
  id: RenderId.parse(3),
  engine: 'comfyui',
  made_on_device: false,
  created_at: '2026-11-01T12:00:00Z',
  finished_at: '2026-11-01T12:01:00Z' as string | null,
  duration_seconds: 40 as number | null,
  output_images: [image],
} as const;

test.each([
  ['an AI picture of this month', {}, true],
  ['one of the built-in engine', { engine: 'studio' as const }, false],
  ['one of a device', { made_on_device: true }, false],
  ['one that came with a project file', { duration_seconds: null }, false],
  ['one whose order goes on', { finished_at: null, duration_seconds: null }, true],
  ['an old one', { created_at: '2026-10-01T12:00:00Z' }, false],
  ['one that only this device has', { id: -3 as RenderId }, false],
  ['one that was sent back', { output_images: [{ ...image, returned: {} as never }] }, false],
  ['one that is not there', { output_images: [] }, false],
])('%s', (_name, changes, isOffered) => {
  expect(canSendBack({ ...render, output_images: [image], ...changes }, 0, NOW)).toBe(isOffered);
});
