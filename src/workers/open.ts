import { openCompute } from './open-compute.ts';
import { openStorage } from './open-storage.ts';
import { openStudio } from './open-studio.ts';
import { openViewer, type ViewerClient } from './open-viewer.ts';

/** Everything that runs off the page, as the page calls it. */
export interface OpenWorkers {
  readonly compute: ReturnType<typeof openCompute>;
  readonly storage: ReturnType<typeof openStorage>;
  readonly studio: ReturnType<typeof openStudio>;
  readonly openViewer: (host: HTMLElement) => ViewerClient;
}

/**
 * Opens the workers behind the page. Nothing starts before it is used.
 *
 * @param search The page's query string: `?viewer=page` draws the scene on the page, `?viewer=worker` in a worker or not
 *   at all. For support and tests.
 */
export function openWorkers(search: string): OpenWorkers {
  const wanted = new URLSearchParams(search).get('viewer');
  const options = wanted === 'page' || wanted === 'worker' ? ({ place: wanted } as const) : {};
  return {
    compute: openCompute(),
    storage: openStorage(),
    studio: openStudio(),
    openViewer: (host) => openViewer(host, options),
  };
}
