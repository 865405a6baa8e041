import type { App } from '../../app.ts';
import type { NewRow } from '../../outbox.ts';

/**
 * Puts what the server lacks of the open project into the outbox: the model first when it is new there, then the
 * settings. Rows that wait already serve for this save as well.
 *
 * @param flush Writes the draft to this device first.
 * @returns The keys that a later order must wait for, in order; empty when the server has everything.
 */
export async function saveProject(app: App, flush: () => Promise<void>): Promise<readonly string[]> {
  await flush();
  const { key } = app.state.project;
  const { userId } = app.state.account;
  if (key === null || userId === null) return [];
  const keys = await app.db.write(async () => {
    const rows = await plan(app, key);
    await app.outbox.add(userId, rows.added);
    return rows.all;
  });
  app.state.project.isSaving = keys.length > 0 && app.reachability.connection() === 'online';
  void app.outbox.drain();
  return keys;
}

/** Inside a transaction. */
async function plan(app: App, projectKey: string): Promise<{ added: NewRow[]; all: string[] }> {
  const project = await app.db.projects.get(projectKey);
  if (project === undefined) return { added: [], all: [] };
  const waiting = (await app.db.outbox.where('stream').equals(`project:${projectKey}`).sortBy('seq')).filter(
    (row) => row.state === 'ready' || row.state === 'sending',
  );
  const added: NewRow[] = [];
  const all: string[] = waiting.filter((row) => row.work.kind !== 'order-render').map((row) => row.key);
  const { model_hash: hash, model_name: name } = project.settings;
  const isUploading = waiting.some((row) => row.work.kind === 'upload-model' && row.work.hash === hash);
  if (hash !== null && hash !== project.saved.model_hash && !isUploading) {
    const model = await app.db.models.get(hash);
    const row: NewRow = {
      key: app.outside.randomUuid(),
      projectKey,
      work: {
        kind: 'upload-model',
        hash,
        name: name ?? model?.name ?? 'model.glb',
        sizeBytes: model?.sizeBytes ?? 0,
        uploadId: app.outside.randomUuid(),
      },
      dependsOn: all.at(-1) ?? null,
    };
    added.push(row);
    all.push(row.key);
  }
  const isUnsentSave = waiting.some(
    (row) => row.work.kind === 'save-project' && row.work.frozen === null && !row.wasSent,
  );
  if (!isUnsentSave) {
    const row: NewRow = {
      key: app.outside.randomUuid(),
      projectKey,
      work: { kind: 'save-project', frozen: null },
      dependsOn: all.at(-1) ?? null,
    };
    added.push(row);
    all.push(row.key);
  }
  return { added, all };
}
