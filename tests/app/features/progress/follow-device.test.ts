import { expect, test } from 'vitest';
import { followDevice } from '../../../../src/app/features/progress/follow-device.ts';
import { tellEnd } from '../../../../src/app/features/progress/tell-end.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('the screen stays on for a picture in the making, and the icon counts what was finished unseen', async () => {
  const outside = createFakeOutside(createFakeServer());
  let awake = 0;
  const badges: number[] = [];
  let isVisible = true;
  let change = (): void => {};
  Object.assign(outside, {
    device: {
      ...outside.device,
      keepAwake: () => {
        awake += 1;
        return () => {
          awake -= 1;
        };
      },
      setBadge: (count: number) => badges.push(count),
    },
    page: {
      ...outside.page,
      isVisible: () => isVisible,
      onChange: (listener: () => void) => {
        change = listener;
        return () => {};
      },
    },
  });
  const app = createTestApp(outside);
  const stop = followDevice(app);
  expect(awake).toBe(0);
  app.state.progress.here = { key: 'a', percent: 1, nodeId: null, preview: null };
  await turn();
  app.state.progress.here.percent = 2;
  await turn();
  expect(awake).toBe(1);
  app.state.progress.here = null;
  await turn();
  expect(awake).toBe(0);

  isVisible = false;
  const end = { status: 'completed', refunded: 0, code: null } as const;
  void tellEnd(app, { ...end, renderId: 1 });
  void tellEnd(app, { ...end, renderId: 2 });
  await turn();
  // The first one takes off what the service worker counted while no page was open.
  expect(badges).toEqual([0, 2]);
  isVisible = true;
  change();
  await turn();
  expect(badges).toEqual([0, 2, 0]);
  stop();
});
