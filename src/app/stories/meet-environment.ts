import type { NamedFile } from '../../contract/compute-api.ts';
import type { App } from '../core/app.ts';
import { importEnvironment } from '../features/environment/import-environment.ts';

const PANORAMA = /\.(?:hdr|exr)$/i;

/**
 * Pictures of surroundings that came by themselves light the product: the last one of several, and all are kept.
 *
 * @returns False for anything else, and nothing is done.
 */
export async function meetEnvironment(app: App, files: readonly NamedFile[]): Promise<boolean> {
  if (files.length === 0 || files.some(({ path }) => !PANORAMA.test(path))) return false;
  if (app.state.project.status !== 'ready') return false;
  for (const { path, file } of files) {
    await importEnvironment(app, new File([file], path.slice(path.lastIndexOf('/') + 1)));
  }
  return true;
}
