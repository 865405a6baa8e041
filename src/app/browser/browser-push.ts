import type { PushSubscriptionBody } from '../../contract/http/notices.ts';
import { isApple } from './browser-install.ts';

/**
 * Whether this device can be told something while the page is closed: at a press; only from the home screen, as on an iPad
 * or iPhone; not, because the person has said no to the browser; or not at all.
 */
export type PushWay = 'possible' | 'home-screen' | 'denied' | 'none';

/** What became of a wish to be told. `unreachable`: the browser has no push service, or did not reach it. */
export type PushOutcome =
  | { readonly kind: 'subscribed'; readonly subscription: PushSubscriptionBody }
  | { readonly kind: 'denied' | 'dismissed' | 'unreachable' };

/** The browser's side of being told while the page is closed (Push API). */
export interface Push {
  way(): PushWay;
  /** Null where the browser has no subscription of ours. */
  current(): Promise<PushSubscriptionBody | null>;
  /**
   * Subscribes, and asks the person first where they have not answered: then only in answer to a press.
   *
   * @param publicKey Of the server: an uncompressed point of P-256, base64url.
   */
  subscribe(publicKey: string): Promise<PushOutcome>;
  /** Ends the subscription, also without a connection. */
  unsubscribe(): Promise<void>;
  /** Whether the person of this browser wants to be told: kept here, so that nobody has to ask the server. */
  isWanted(): boolean;
  keepWanted(isWanted: boolean): void;
  /** The person has pressed what told them of a render. Returns the function that stops listening. */
  onPressed(listener: (renderId: number) => void): () => void;
}

/** What of the browser it needs. */
interface Browser {
  readonly isSecureContext: boolean;
  readonly Notification?: Pick<typeof Notification, 'permission' | 'requestPermission'>;
  readonly PushManager?: unknown;
  readonly navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {
    readonly serviceWorker?: ServiceWorkerContainer;
  };
}

/** Set in this browser while its person wants to be told. */
const WANTED_KEY = 'vitrine_push_wanted';

/** @param storage What is kept in it lasts. */
export function browserPush(
  browser: Browser,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): Push {
  const { navigator } = browser;
  const container = browser.isSecureContext ? navigator.serviceWorker : undefined;
  const manager = async (): Promise<PushManager | null> =>
    (await container?.getRegistration('/'))?.pushManager ?? null;
  const find = async (): Promise<PushSubscription | null> =>
    (await (await manager())?.getSubscription()) ?? null;
  return {
    way() {
      if (container === undefined) return 'none';
      const { Notification, PushManager } = browser;
      // There in the app on the home screen only.
      if (Notification === undefined || PushManager === undefined)
        return isApple(navigator) ? 'home-screen' : 'none';
      return Notification.permission === 'denied' ? 'denied' : 'possible';
    },
    current: async () => bodyOf(await find().catch(() => null)),
    async subscribe(publicKey) {
      const { Notification } = browser;
      const permission = await Notification?.requestPermission();
      if (permission !== 'granted') return { kind: permission === 'denied' ? 'denied' : 'dismissed' };
      try {
        const subscribing = await manager();
        // One for another key, of a server that was set up anew, would be refused.
        await (await subscribing?.getSubscription())?.unsubscribe();
        const made = await subscribing?.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
        const subscription = bodyOf(made ?? null);
        return subscription === null ? { kind: 'unreachable' } : { kind: 'subscribed', subscription };
      } catch {
        return { kind: 'unreachable' };
      }
    },
    async unsubscribe() {
      await (await find())?.unsubscribe();
    },
    isWanted: () => storage.getItem(WANTED_KEY) !== null,
    keepWanted(isWanted) {
      try {
        if (isWanted) storage.setItem(WANTED_KEY, '1');
        else storage.removeItem(WANTED_KEY);
      } catch {
        // Without a storage a subscription that the browser changes is not said again.
      }
    },
    onPressed(listener) {
      const hear = ({ data }: MessageEvent<unknown>): void => {
        const said = data as { type?: unknown; renderId?: unknown } | null;
        if (said?.type === 'RENDER_PRESSED' && typeof said.renderId === 'number') listener(said.renderId);
      };
      container?.addEventListener('message', hear);
      return () => container?.removeEventListener('message', hear);
    },
  };
}

function bodyOf(subscription: PushSubscription | null): PushSubscriptionBody | null {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription?.toJSON() ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null;
  return { endpoint, keys: { p256dh, auth } };
}
