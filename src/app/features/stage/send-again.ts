import type { ContentHash } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';

/**
 * For a person who gives the model again that the open project shows: its next save brings the bytes to the server, which
 * may have lost its own.
 */
export async function sendAgain(app: App, hash: ContentHash): Promise<void> {
  const { key } = app.state.project;
  if (key === null) return;
  await app.db.write(async () => {
    const row = await app.db.projects.get(key);
    if (row?.saved.model_hash !== hash) return;
    await app.db.projects.update(key, { saved: { ...row.saved, model_hash: null } });
  });
}
