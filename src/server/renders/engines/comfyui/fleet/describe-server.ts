import type { EngineServer } from '../../../../../contract/http/engines.ts';
import type { ComfyServer } from './comfy-server.ts';

const NAMES_TOLD = 200;

/** A server as people and staff may see it. */
export function describeServer(server: ComfyServer): EngineServer {
  const profile = server.profile();
  return {
    id: server.address.id,
    engine: 'comfyui',
    label: server.address.label,
    state: server.state(),
    level: profile?.level ?? null,
    version: profile?.version ?? null,
    devices: (profile?.devices ?? []).map(({ name, memoryTotal, memoryFree }) => ({
      name,
      memory_total: memoryTotal,
      memory_free: memoryFree,
    })),
    checkpoint: profile?.checkpoint ?? null,
    checkpoints: (profile?.checkpoints ?? []).slice(0, NAMES_TOLD),
    can_upscale: profile?.upscaleModel != null,
    jobs: server.jobs(),
    missing: [...(profile?.missing ?? [])],
    errors: server.errors(),
  };
}
