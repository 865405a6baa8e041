import { AppError } from '../../../contract/failure.ts';

/** What we use of Google's script. */
interface GoogleAccounts {
  readonly id: {
    initialize(options: {
      readonly client_id: string;
      readonly nonce: string;
      readonly ux_mode: 'popup';
      readonly callback: (answer: { readonly credential?: string }) => void;
    }): void;
    renderButton(place: HTMLElement, options: Readonly<Record<string, string | number>>): void;
  };
}

declare global {
  interface Window {
    google?: { readonly accounts?: GoogleAccounts };
  }
}

/**
 * Google's script, asked for once a page; after a failure once more.
 *
 * @throws AppError `server-unreachable` when it does not come, or is something else.
 */
export function loadGoogle(address: string, signal: AbortSignal): Promise<GoogleAccounts> {
  return new Promise((resolve, reject) => {
    const known = window.google?.accounts;
    if (known !== undefined) return resolve(known);
    const script = document.createElement('script');
    const end = (): void => {
      const accounts = window.google?.accounts;
      if (accounts !== undefined) resolve(accounts);
      else {
        script.remove();
        reject(new AppError({ code: 'server-unreachable' }));
      }
    };
    signal.addEventListener('abort', () => {
      script.remove();
      reject(signal.reason);
    });
    script.addEventListener('load', end);
    script.addEventListener('error', end);
    script.async = true;
    script.src = address;
    document.head.append(script);
  });
}
