import type { App } from '../../../src/app/core/app.ts';
import { registerOffline } from '../../../src/app/shell/register-offline.ts';
import { createState } from '../../../src/app/state/state.ts';
import { english } from '../../../src/app/texts/english.ts';

declare const __BUILD__: string;

/** The application's update, on a page without the rest of the application. */
class Harness {
  readonly state = createState('en');
  readonly said: string[] = [];
  /** Text that is not stored yet; a flush puts it into `localStorage`. */
  draft = '';
  readonly accept = registerOffline({
    state: this.state,
    outside: {
      isSecure: isSecureContext,
      randomUuid: () => crypto.randomUUID(),
      openLine: (name: string) => new BroadcastChannel(name),
    },
    workingCopy: { current: { flush: () => this.#flush(), stop: () => undefined } },
    toasts: { show: (_kind: string, title: string) => this.said.push(title) },
    texts: () => english,
  } as unknown as App);

  edit(text: string): void {
    this.draft = text;
  }

  async loadLater(): Promise<string> {
    return (await import('./create-viewer.ts')).word;
  }

  async #flush(): Promise<void> {
    if (this.draft !== '') localStorage.setItem('draft', this.draft);
  }
}

declare global {
  interface Window {
    offline: Harness;
  }
}

window.offline = new Harness();
(document.getElementById('build') as HTMLElement).textContent = __BUILD__;
