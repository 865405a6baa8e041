import type { NamedFile } from '../../contract/compute-values.ts';
import type { App } from '../core/app.ts';
import { importEnvironment } from '../features/environment/import-environment.ts';

const PANORAMA = /\.(?:hdr|exr)$/i;

/**
 * Pictures of surroundings that came by themselves light the product: the last one of several, and all are kept.
 *
 * @returns False for anything else, and nothing is done.
 */
export function meetEnvironment(app: App, files: readonly NamedFile[]): boolean {
  if (files.length === 0 || files.some(({ path }) => !PANORAMA.test(path))) return false;
  if (app.state.project.status !== 'ready') return false;
  const takeAll = async (): Promise<void> => {
    for (const { path, file } of files) {
      await importEnvironment(app, new File([file], path.slice(path.lastIndexOf('/') + 1)));
    }
  };
  // It tells what comes of it by itself; the stage takes the next drop meanwhile.
  void takeAll();
  return true;
}
