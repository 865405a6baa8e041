import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { AssetType, CategoryBody, LibraryItemBody } from '../../contract/http/libraries.ts';
import { ModelMaterial } from '../../contract/http/projects.ts';
import { callerOf } from '../authenticate.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { runOnce } from '../idempotency.ts';
import { deleteItem } from '../libraries/delete-item.ts';
import { describeCategory, describeItem } from '../libraries/describe-item.ts';
import { findCategories, findItems } from '../libraries/find-items.ts';
import { describeProject } from '../projects/describe-project.ts';
import { findProject } from '../projects/find-project.ts';
import type { App } from '../server.ts';

const id = z.coerce.number().int().positive().max(2_147_483_647);
const Id = z.object({ id });
const Filter = z.object({ category: id.optional() });

/** /api/category/, /api/material/, /api/background/ and /api/style/. */
export function libraryRoutes(app: App, deps: Deps): void {
  const { db } = deps.database;
  const { urls } = deps.services;

  const list = async (userId: number, assetType: AssetType, category: number | undefined) => {
    const found = await findItems(db, userId, assetType, category);
    return found.map(({ item, category: of }) => describeItem(urls, item, of));
  };

  app.get(
    '/api/category/',
    {
      schema: {
        querystring: z.object({ asset_type: AssetType.optional() }),
        response: { 200: z.array(CategoryBody) },
      },
    },
    async (request) => {
      const found = await findCategories(db, callerOf(request), request.query.asset_type);
      return found.map(describeCategory);
    },
  );

  // With `project_id` the same address is another resource: the materials of that project's model (C10).
  app.get(
    '/api/material/',
    {
      schema: {
        querystring: Filter.extend({ project_id: id.optional() }),
        response: { 200: z.union([z.array(LibraryItemBody), z.array(ModelMaterial)]) },
      },
    },
    async (request) => {
      const { project_id: projectId, category } = request.query;
      if (projectId === undefined) return list(callerOf(request), 'material', category);
      const project = await findProject(db, callerOf(request), projectId);
      return (await describeProject(db, urls, project)).model_materials;
    },
  );

  for (const assetType of ['background', 'style'] as const) {
    app.get(
      `/api/${assetType}/`,
      { schema: { querystring: Filter, response: { 200: z.array(LibraryItemBody) } } },
      async (request) => list(callerOf(request), assetType, request.query.category),
    );
  }

  for (const assetType of AssetType.options) {
    app.delete(
      `/api/${assetType}/:id/`,
      {
        schema: {
          params: Id,
          // Never a library item through a call about a project (C10).
          querystring: z.object({ project_id: z.never().optional() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const userId = callerOf(request);
        await runOnce(deps, request, async (tx) => {
          const [user] = await tx.select({ isStaff: users.isStaff }).from(users).where(eq(users.id, userId));
          const actor = { id: userId, isStaff: user?.isStaff ?? false };
          await deleteItem(tx, actor, assetType, request.params.id);
        });
        return reply.code(204).send(null);
      },
    );
  }
}
