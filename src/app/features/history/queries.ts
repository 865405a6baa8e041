import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { MaterialVersionBody } from '../../../contract/http/model-materials.ts';
import type { MaterialId, ProjectId } from '../../../contract/ids.ts';
import type { App } from '../../core/app.ts';

/** A list comes as an array, or in `results` (S2 7). */
const Versions = z
  .union([z.array(MaterialVersionBody), z.object({ results: z.array(MaterialVersionBody) })])
  .transform((answer) => (Array.isArray(answer) ? answer : answer.results));

/** States that a material of a project had, the newest first. */
export function versionsQuery(app: Pick<App, 'server'>, projectId: ProjectId, materialId: MaterialId) {
  const path = `/api/model-material-versions?project_id=${projectId}&model_material_id=${materialId}`;
  return queryOptions({
    queryKey: ['material-versions', projectId, materialId],
    queryFn: async ({ signal }) => {
      const versions = await app.server.call(path, Versions, {}, signal);
      return versions.sort((a, b) => b.version_number - a.version_number);
    },
    // Every save may add one.
    staleTime: 0,
  });
}
