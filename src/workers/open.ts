import { openCompute } from './open-compute.ts';
import { openStorage } from './open-storage.ts';
import { openViewer, type ViewerClient } from './open-viewer.ts';

/** Everything that runs off the page, as the page calls it. */
export interface OpenWorkers {
  readonly compute: ReturnType<typeof openCompute>;
  readonly storage: ReturnType<typeof openStorage>;
  readonly openViewer: (host: HTMLElement) => ViewerClient;
}

/**
 * Opens the workers behind the page. Nothing starts before it is used.
 *
 * @param search The page's query string: `?viewer=page` draws the scene on the page instead of in a worker.
 */
export function openWorkers(search: string): OpenWorkers {
  const isPageForced = new URLSearchParams(search).get('viewer') === 'page';
  return {
    compute: openCompute(),
    storage: openStorage(),
    openViewer: (host) => openViewer(host, { isPageForced }),
  };
}
