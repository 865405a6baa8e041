import { isFailure } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { SendTools } from '../../core/app.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';

/** Tells the server which project this device opened. One that is gone there is no news to anybody. */
export async function sendActivation(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project?.serverId == null) return;
  try {
    const path = `/api/project/${project.serverId}/activate/`;
    await tools.server.call(path, ProjectBody, { method: 'POST', key: row.key }, signal);
  } catch (error) {
    if (!isFailure(error, 'not-found')) throw error;
  }
}
