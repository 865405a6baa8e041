import { bundle } from './bundle.ts';

/** Bundles the server's thread and process scripts as the build does. @returns Their folder. */
export function bundleWorkerScripts(): Promise<string> {
  return bundle('workers', {
    'model-worker': 'src/server/models/model-worker.ts',
    'picture-process': 'src/server/images/picture-process.ts',
    'studio-worker': 'src/server/renders/engines/studio-worker.ts',
    'tile-worker': 'src/server/renders/engines/tile-worker.ts',
  });
}
