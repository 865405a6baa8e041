import type { EngineFamily, EngineServer } from '../../../../../contract/http/engines.ts';
import { RenderQuality } from '../../../../../contract/render-spec.ts';
import { findFamily } from '../families/list-families.ts';
import { listClasses } from '../graph/describe-graph.ts';
import type { Workflow } from '../graph/parse-workflow.ts';
import type { FoundFamily } from '../graph/parts.ts';
import type { ComfyServer } from './comfy-server.ts';

const NAMES_TOLD = 200;
const CLASSES_TOLD = 20;

/** A server as people and staff may see it. @param workflows The operator's own graphs by name. */
export function describeServer(server: ComfyServer, workflows: ReadonlyMap<string, Workflow>): EngineServer {
  const profile = server.profile();
  const lacking = [...workflows].map(([name, { graph }]) => {
    const classes = listClasses(graph).filter((each) => profile !== null && !profile.classes.has(each));
    return [name, classes.slice(0, CLASSES_TOLD)] as const;
  });
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
    families: (profile?.families ?? []).map(describeFamily),
    workflows_lacking: Object.fromEntries(lacking.filter(([, classes]) => classes.length > 0)),
    errors: server.errors(),
  };
}

function describeFamily(found: FoundFamily): EngineFamily {
  const { name, level, model, missing, isUsed } = found;
  const family = findFamily(name);
  const { title, licence, isCommercial, told } = family;
  return {
    name,
    title,
    licence,
    commercial: isCommercial,
    ready: level !== null,
    used: isUsed,
    told,
    negative: RenderQuality.options.filter((quality) => family.heedsNegative(found, quality)),
    model,
    missing: [...missing],
  };
}
