import { AppError } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { readModel } from '../../scene/read-model.ts';
import type { ModelRow } from '../../values/model-table.ts';
import { showLoad } from './show-load.ts';

/** A model with its bytes. */
export interface StoredModel {
  readonly row: ModelRow;
  readonly glb: Blob;
}

/**
 * The project's model: from this device, else from the server, checked and kept here for the next time.
 *
 * @throws AppError `not-found` when neither has it, what `ServerClient.file` and `inspectModel` throw.
 */
export async function obtainModel(app: App, hash: ContentHash, signal: AbortSignal): Promise<StoredModel> {
  const [known, stored] = await Promise.all([
    app.db.run(() => app.db.models.get(hash)),
    app.storage.get(hash),
  ]);
  if (known !== undefined && stored !== null) return { row: known, glb: stored };
  const name = currentSettings(app).model_name ?? 'model.glb';
  const card = { name, hash, phase: 'fetching', progress: 5, sizeBytes: null } as const;
  showLoad(app, card);
  const fetching = (address: string): void => showLoad(app, { ...card, address });
  const glb = stored ?? (await fetchModel(app, fetching, signal));
  showLoad(app, { name, hash, phase: 'checking', progress: 20, sizeBytes: glb.size });
  const report = await readModel(app, glb, signal);
  if (report.hash !== hash) throw new AppError({ code: 'response-unexpected' });
  await app.storage.put(hash, glb);
  const row: ModelRow = { hash, name, sizeBytes: glb.size, report, addedAt: app.outside.now() };
  await app.db.run(() => app.db.models.put(row));
  signal.throwIfAborted();
  return { row, glb };
}

async function fetchModel(
  app: App,
  onAddress: (address: string) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { serverId } = app.state.project;
  if (serverId === null) throw new AppError({ code: 'not-found' });
  const project = await app.server.call(`/api/project/${serverId}/`, ProjectBody, {}, signal);
  if (project.model_glb_url === null) throw new AppError({ code: 'not-found' });
  onAddress(project.model_glb_url);
  return app.server.file(project.model_glb_url, signal);
}
