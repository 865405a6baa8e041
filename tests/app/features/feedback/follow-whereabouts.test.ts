import { expect, test } from 'vitest';
import { followWhereabouts } from '../../../../src/app/features/feedback/follow-whereabouts.ts';
import { RenderId } from '../../../../src/contract/ids.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';
import { createShopServer } from '../../../support/shop-server.ts';

test('feedback is about where the person was before its window opened, whatever lay there', () => {
  const app = createTestApp(createFakeOutside(createShopServer()));
  const { shell, gallery } = app.state;
  const followed = followWhereabouts(app);
  const ask = (): string => {
    shell.modal = { kind: 'feedback' };
    const place = followed.read();
    shell.modal = null;
    return place;
  };
  expect(ask()).toBe('create');
  shell.modal = { kind: 'pricing' };
  expect(ask()).toBe('pricing');
  expect(ask()).toBe('create');
  shell.modal = { kind: 'result', renderId: RenderId.parse(12) };
  expect(ask()).toBe('render/12');
  shell.place = 'assets';
  gallery.isOpen = true;
  gallery.openId = RenderId.parse(7);
  expect(ask()).toBe('gallery/7');
  followed.stop();
});

test('a page that opens on the window is about the place beneath it', () => {
  const app = createTestApp(createFakeOutside(createShopServer()));
  app.state.shell.modal = { kind: 'feedback' };
  expect(followWhereabouts(app).read()).toBe('create');
});
