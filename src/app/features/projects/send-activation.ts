import { isFailure } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import type { SendTools } from '../../core/app.ts';
import type { ProjectRow } from '../../data/db.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';

/** Tells the server which project this device opened. One that is gone there is no news to anybody. */
export async function sendActivation(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project !== undefined) await activate(tools, project, row.key, signal);
}

/** A project that is made opens on the server. Where this device has another one open, that is opened there again. */
export async function keepOpenActive(tools: SendTools, made: ProjectRow, signal: AbortSignal): Promise<void> {
  const rows = await tools.db.run(() =>
    tools.db.projects.where('userId').equals(made.userId).sortBy('openedAt'),
  );
  const open = rows.at(-1);
  if (open !== undefined && open.key !== made.key) await activate(tools, open, tools.randomUuid(), signal);
}

async function activate(
  tools: SendTools,
  { serverId }: ProjectRow,
  key: string,
  signal: AbortSignal,
): Promise<void> {
  if (serverId === null) return;
  try {
    await tools.server.call(
      `/api/project/${serverId}/activate/`,
      ProjectBody,
      { method: 'POST', key },
      signal,
    );
  } catch (error) {
    if (!isFailure(error, 'not-found')) throw error;
  }
}
