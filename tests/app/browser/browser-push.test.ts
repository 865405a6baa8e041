import { expect, test, vi } from 'vitest';
import { browserPush } from '../../../src/app/browser/browser-push.ts';

const IPAD = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari', maxTouchPoints: 5 };
const DESKTOP = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156', maxTouchPoints: 0 };
const KEYS = { p256dh: 'p', auth: 'a' };

/** A browser with a service worker, whose push service answers as it is told. */
function open(
  navigator: typeof DESKTOP,
  permission: NotificationPermission | null,
  subscribe: () => Promise<unknown> = async () => ({}),
) {
  let subscription: PushSubscription | null = null;
  const asked = vi.fn(async () => permission ?? 'default');
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      await subscribe();
      subscription = {
        toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: KEYS }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      } as unknown as PushSubscription;
      return subscription;
    },
  };
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({ pushManager }),
  }) as unknown as ServiceWorkerContainer;
  const has = permission !== null;
  const push = browserPush(
    {
      isSecureContext: true,
      navigator: { ...navigator, serviceWorker },
      ...(has ? { Notification: { permission, requestPermission: asked }, PushManager: class {} } : {}),
    },
    localStorageOf(),
  );
  return { push, asked, serviceWorker };
}

function localStorageOf() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

test('whether the device can be told: an iPad only from the home screen, nobody who said no, and not without a service worker', () => {
  expect(open(DESKTOP, 'default').push.way()).toBe('possible');
  expect(open(IPAD, 'granted').push.way()).toBe('possible');
  expect(open(IPAD, null).push.way()).toBe('home-screen');
  expect(open(DESKTOP, null).push.way()).toBe('none');
  expect(open(DESKTOP, 'denied').push.way()).toBe('denied');
  const insecure = browserPush({ isSecureContext: false, navigator: DESKTOP }, localStorageOf());
  expect(insecure.way()).toBe('none');
});

test('the person is asked when they want to be told, and not before; what came of it is told apart', async () => {
  const granted = open(DESKTOP, 'granted');
  granted.push.way();
  expect(await granted.push.current()).toBeNull();
  expect(granted.asked).not.toHaveBeenCalled();
  const made = { endpoint: 'https://push.example.com/1', keys: KEYS };
  expect(await granted.push.subscribe('key')).toEqual({ kind: 'subscribed', subscription: made });
  expect(granted.asked).toHaveBeenCalledOnce();
  expect(await granted.push.current()).toEqual(made);
  await granted.push.unsubscribe();
  expect(await granted.push.current()).toBeNull();

  expect(await open(DESKTOP, 'denied').push.subscribe('key')).toEqual({ kind: 'denied' });
  expect(await open(DESKTOP, 'default').push.subscribe('key')).toEqual({ kind: 'dismissed' });
  const lost = open(DESKTOP, 'granted', () => Promise.reject(new DOMException('no service', 'AbortError')));
  expect(await lost.push.subscribe('key')).toEqual({ kind: 'unreachable' });
});

test('a pressed notice says which render it was; what else the service worker says is none', () => {
  const { push, serviceWorker } = open(DESKTOP, 'granted');
  const pressed: number[] = [];
  const stop = push.onPressed((renderId) => pressed.push(renderId));
  const say = (data: unknown) => serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
  for (const data of [
    null,
    'x',
    { type: 'RENDER_PRESSED' },
    { type: 'NOTIFICATION_PRESSED', tag: 'render-7' },
  ])
    say(data);
  say({ type: 'RENDER_PRESSED', renderId: 12 });
  stop();
  say({ type: 'RENDER_PRESSED', renderId: 13 });
  expect(pressed).toEqual([12]);
});
