import { beforeEach, expect, test } from 'vitest';
import type { App } from '../../../src/app/core/app.ts';
import { toggleLive } from '../../../src/app/core/toolbars.ts';
import { CONFIG_QUERY } from '../../../src/app/core/use-config.ts';
import { createFakeServer } from '../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../support/fake-outside.ts';

let app: App;
let outside: ReturnType<typeof createFakeOutside>;
beforeEach(() => {
  outside = createFakeOutside(createFakeServer());
  app = createTestApp(outside);
});
const words = () => app.toasts.queue.visibleToasts.map(({ content }) => content.title);

test('the live view is turned on and off', () => {
  toggleLive(app);
  expect(app.state.live.isOn).toBe(true);
  toggleLive(app);
  expect(app.state.live.isOn).toBe(false);
  expect(words()).toEqual([]);
});

test('a browser that lacks what Studio needs has none, and says so', () => {
  Object.assign(outside.workers.studio, { isSupported: false });
  toggleLive(app);
  expect(app.state.live.isOn).toBe(false);
  expect(words()).toEqual([expect.stringMatching(/cannot trace/)]);
});

test('where the owner lets nobody draw on devices there is none, and that is said', () => {
  app.queries.setQueryData(CONFIG_QUERY, { device_renders: false });
  toggleLive(app);
  expect(app.state.live.isOn).toBe(false);
  expect(words()).toEqual([expect.stringMatching(/turned off on this server/)]);
});
