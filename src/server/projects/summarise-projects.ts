import { and, desc, eq, isNull, type Placeholder, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ProjectSummaryBody } from '../../contract/http/projects.ts';
import { ContentHash, ProjectId } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { type Given, prepareSelect } from '../db/prepare-read.ts';
import { projects } from '../db/schema/projects.ts';
import { renderImages, renders } from '../db/schema/renders.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';

/** The thumbnail of the newest picture of each project. */
function newestOf(userId: Placeholder) {
  return new QueryBuilder()
    .selectDistinctOn([renders.projectId], { projectId: renders.projectId, hash: renderImages.thumbnailHash })
    .from(renders)
    .innerJoin(renderImages, eq(renderImages.renderId, renders.id))
    .where(and(eq(renders.userId, userId), isNull(renders.deletedAt)))
    .orderBy(renders.projectId, desc(renders.id), renderImages.batchIndex)
    .as('newest');
}

const selectSummaries = prepareSelect(
  {
    id: projects.id,
    name: projects.name,
    modelName: projects.modelName,
    isSample: projects.isSample,
    isActive: projects.isActive,
    createdAt: projects.createdAt,
    updatedAt: projects.updatedAt,
    picture: sql<string | null>`newest.thumbnail_hash`,
    view: sql<string | null>`(
      select view ->> 'thumbnail' from jsonb_array_elements(${projects.settings} -> 'camera_views') as views (view)
      where coalesce(view ->> 'model_hash', ${projects.modelHash}) is not distinct from ${projects.modelHash}
      limit 1
    )`,
  },
  (select, given: Given<{ userId: number }>) => {
    const newest = newestOf(given('userId'));
    return select
      .from(projects)
      .leftJoin(newest, eq(newest.projectId, projects.id))
      .where(eq(projects.userId, given('userId')))
      .orderBy(desc(projects.updatedAt), desc(projects.id));
  },
);

/** What a list of a person's projects shows, the last changed first. Settings are not read for it. */
export async function summariseProjects(
  db: Queryable,
  urls: FileUrls,
  userId: number,
): Promise<ProjectSummaryBody[]> {
  const rows = await selectSummaries(db, { userId });
  return rows.map((row) => ({
    id: ProjectId.parse(row.id),
    created_at: row.createdAt.toISOString(),
    name: row.name,
    model_name: row.modelName,
    is_sample: row.isSample,
    is_active: row.isActive,
    updated_at: row.updatedAt.toISOString(),
    thumbnail: row.picture === null ? row.view : urls.sign(ContentHash.parse(row.picture)),
  }));
}
