import type { SystemState } from '../../core/render-queries.ts';
import type { SystemSeen } from '../../state/merge-system.ts';

/** What the server says of its engines and of this person's orders, as the loader takes it. */
export function readSystem({ system, renders }: SystemState): SystemSeen {
  return {
    activeServers: system.active_servers,
    totalServers: system.total_servers,
    hasAi: system.ai !== null,
    pending: renders.pending.map(({ queue_position: queuePosition, ...entry }) => ({
      ...entry,
      queuePosition,
    })),
    running: renders.in_progress.map(({ node_id: nodeId, queue_position: queuePosition, ...entry }) => ({
      ...entry,
      nodeId,
      queuePosition,
    })),
  };
}
