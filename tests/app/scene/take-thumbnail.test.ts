import { expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { takeThumbnail } from '../../../src/app/scene/take-thumbnail.ts';
import { AppError } from '../../../src/contract/failure.ts';
import type { CameraPose } from '../../../src/contract/render-spec.ts';

const POSE = {
  position: [0, 0, 10],
  target: [0, 0, 0],
  up: [0, 1, 0],
  fovDegrees: 35,
} as unknown as CameraPose;

function appWith(reason: Error): Pick<App, 'viewer' | 'compute'> {
  const capturePasses = () => Promise.reject(reason);
  return { viewer: { current: { api: { capturePasses } } } } as unknown as Pick<App, 'viewer' | 'compute'>;
}

test('a viewer that is closed or fails while the picture is taken gives none', async () => {
  const closed = new DOMException('The viewer was closed.', 'AbortError');
  expect(await takeThumbnail(appWith(closed), POSE)).toBeNull();
  const crashed = new AppError({ code: 'worker-crashed', worker: 'viewer' });
  expect(await takeThumbnail(appWith(crashed), POSE)).toBeNull();
});

test('a fault of its own is none of that', async () => {
  const fault = new TypeError('x is not a function');
  await expect(takeThumbnail(appWith(fault), POSE)).rejects.toBe(fault);
});
