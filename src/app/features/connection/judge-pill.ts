import type { Service } from '../../core/judge-service.ts';
import type { RenderJob } from '../../state/render-job.ts';
import type { ShellState } from '../../state/state.ts';

/** Everything that the pill in the top bar can say: of several the one that stands first here. */
export type PillState =
  /** The last edits are on the page alone. */
  | 'full'
  | 'offline'
  | 'gone'
  | 'signed-out'
  | 'uploading'
  /** The server said no to something, which waits for the person. */
  | 'refused'
  | 'sending'
  /** The server is there; what tells of renders as they go is not, and they are asked for now and then. */
  | 'degraded'
  | Exclude<Service, 'offline' | 'gone' | 'signed-out'>;

/** What the pill says. Loader, button and hints say what `judgeService` does, and the pill nothing else of the server. */
export function judgePill(
  service: Service,
  shell: Pick<ShellState, 'isDeviceFull' | 'uploadFraction' | 'pendingChanges' | 'refusedChanges'>,
  jobs: readonly Pick<RenderJob, 'channel'>[],
): PillState {
  if (shell.isDeviceFull) return 'full';
  if (service === 'offline' || service === 'gone' || service === 'signed-out') return service;
  if (shell.uploadFraction !== null) return 'uploading';
  if (shell.refusedChanges > 0) return 'refused';
  if (shell.pendingChanges > 0) return 'sending';
  return jobs.some(({ channel }) => channel !== 'open') ? 'degraded' : service;
}
