import type { ViewerEvent } from '../../../src/contract/viewer-api.ts';
import { openWorkers } from '../../../src/workers/open.ts';
import type { ViewerClient } from '../../../src/workers/open-viewer.ts';

/** What a test in the page works with. */
export interface Harness {
  readonly workers: ReturnType<typeof openWorkers>;
  readonly events: ViewerEvent[];
  open(): ViewerClient;
  /** The next event of a kind, or one since `from` events. */
  wait<K extends ViewerEvent['kind']>(kind: K, from?: number): Promise<Extract<ViewerEvent, { kind: K }>>;
}

declare global {
  interface Window {
    harness: Harness;
  }
}

const workers = openWorkers(location.search);
const events: ViewerEvent[] = [];
const waiting = new Set<() => void>();

window.harness = {
  workers,
  events,
  open() {
    const viewer = workers.openViewer(document.getElementById('host') as HTMLElement);
    viewer.onEvent((event) => {
      events.push(event);
      for (const look of [...waiting]) look();
    });
    return viewer;
  },
  wait(kind, from = events.length) {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = events.slice(from).find((event) => event.kind === kind);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found as never);
      };
      waiting.add(look);
      look();
    });
  },
};
