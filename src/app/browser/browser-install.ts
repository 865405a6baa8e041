/**
 * How the app comes onto this device: there already; at a press; by the share menu of an iPad or iPhone; or by the
 * browser's own menu. Null where it cannot, as without a secure context (L21).
 */
export type InstallWay = 'installed' | 'press' | 'share' | 'menu' | null;

export interface Install {
  readonly way: () => InstallWay;
  /** Has the browser ask the person; only in answer to a press, and where the way is one. */
  ask(): Promise<void>;
  /** Returns the function that stops listening. */
  onChange(listener: () => void): () => void;
}

/** What Chromium fires when it would install the app (it has no type in TypeScript). */
interface InstallEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** What of the browser decides. */
interface Browser extends Pick<EventTarget, 'addEventListener'> {
  readonly isSecureContext: boolean;
  readonly navigator: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;
  matchMedia(query: string): Pick<MediaQueryList, 'matches'>;
}

/** Listens from its call on: the browser speaks early, once, and of itself only where nobody does. */
export function browserInstall(browser: Browser): Install {
  const listeners = new Set<() => void>();
  let offer: InstallEvent | null = null;
  let isInstalled = browser.matchMedia('(display-mode: standalone)').matches;
  const tell = (): void => {
    for (const listener of [...listeners]) listener();
  };
  browser.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallEvent;
    tell();
  });
  browser.addEventListener('appinstalled', () => {
    offer = null;
    isInstalled = true;
    tell();
  });
  return {
    way() {
      if (isInstalled) return 'installed';
      if (!browser.isSecureContext) return null;
      if (offer !== null) return 'press';
      return isApple(browser.navigator) ? 'share' : 'menu';
    },
    async ask() {
      const asked = offer;
      if (asked === null) return;
      // The browser takes each offer once.
      offer = null;
      await asked.prompt();
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** An iPad calls itself a Mac, which has no fingers. */
export function isApple({ userAgent, maxTouchPoints }: Browser['navigator']): boolean {
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}
