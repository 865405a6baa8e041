import type { Database } from '../data/db.ts';

/** The project that a call is about: by its address, or by what it sends. */
const IN_ADDRESS = /(?:\/api\/projects?\/|[?&]project_id=)(\d+)/;

/**
 * What a call says of the project that it is about, see `PROJECT_MEANT_HEADER`.
 *
 * @returns Null at once for a call about none; resolves with null for one of which this device does not know when it was made.
 */
export function projectMeant(
  database: Pick<Database, 'projects'>,
  userId: number | null,
  path: string,
  body: unknown,
): Promise<string | null> | null {
  const number = Number(IN_ADDRESS.exec(path)?.[1] ?? numberSent(body) ?? Number.NaN);
  return userId === null || !Number.isInteger(number) ? null : describeProject(database, userId, number);
}

async function describeProject(
  { projects }: Pick<Database, 'projects'>,
  userId: number,
  number: number,
): Promise<string | null> {
  const rows = await projects.where('serverId').equals(number).toArray();
  const madeAt = rows.find((row) => row.userId === userId)?.madeAt;
  return madeAt == null ? null : `${number} ${madeAt}`;
}

function numberSent(body: unknown): unknown {
  if (body instanceof FormData) return body.get('project_id');
  return typeof body === 'object' && body !== null && 'project_id' in body ? body.project_id : undefined;
}
