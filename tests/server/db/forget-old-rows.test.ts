import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import type { ModelMaterial } from '../../../src/contract/scene/dressed-material.ts';
import { forgetOldRows } from '../../../src/server/db/forget-old-rows.ts';
import { refreshTokens } from '../../../src/server/db/schema/accounts.ts';
import { paymentEvents } from '../../../src/server/db/schema/billing.ts';
import { materialVersions } from '../../../src/server/db/schema/dressing.ts';
import { projects } from '../../../src/server/db/schema/projects.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

test('a session in use stays, an expired one goes', async () => {
  const { session } = await server.signUp();
  const { db } = server.deps.database;
  const refresh = (token: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/users/token/refresh/',
      payload: { refresh_token: token },
    });
  await forgetOldRows(db, new Date());
  const next = await refresh(session.refresh_token);
  expect(next.statusCode).toBe(200);
  await forgetOldRows(db, new Date(Date.now() + 31 * 24 * 3_600_000));
  expect((await refresh(next.json().refresh_token)).statusCode).toBe(401);
});

test('messages about payments stay as long as they can be sent again', async () => {
  const { db } = server.deps.database;
  await db.insert(paymentEvents).values({ id: 'evt_1', type: 'invoice.paid' });
  const after = async (days: number) => {
    await forgetOldRows(db, new Date(Date.now() + days * 24 * 3_600_000));
    return db.$count(paymentEvents);
  };
  expect([await after(31), await after(41)]).toEqual([1, 0]);
});

test('tokens of a session that is over go after a day', async () => {
  const { session, headers } = await server.signUp();
  const { db } = server.deps.database;
  const count = () => db.$count(refreshTokens, eq(refreshTokens.userId, session.user.id));
  await server.app.inject({ method: 'POST', url: '/api/users/logout/', headers });
  await forgetOldRows(db, new Date());
  expect(await count()).toBe(1);
  await forgetOldRows(db, new Date(Date.now() + 25 * 3_600_000));
  expect(await count()).toBe(0);
});

test('versions of a material that its project names nowhere go after 30 days, and all others stay', async () => {
  const person = await server.signUp();
  const { db } = server.deps.database;
  const project = await server.get<ProjectBody>(person, '/api/project/active/');
  const material = project.model_materials[0] as ModelMaterial;
  const version = (materialId: string, versionNumber: number, ageDays: number) => ({
    projectId: project.id,
    materialId,
    versionNumber,
    comment: '',
    material,
    createdAt: new Date(Date.now() - ageDays * 24 * 3_600_000),
  });
  const [gone, recent, parked] = [randomUUID(), randomUUID(), randomUUID()];
  await db
    .insert(materialVersions)
    .values([
      version(material.id, 1, 90),
      version(gone, 1, 90),
      version(gone, 2, 31),
      version(recent, 1, 90),
      version(recent, 2, 29),
      version(parked, 1, 90),
    ]);
  // Named for a model that comes back.
  const settings = sql`${projects.settings} || jsonb_build_object('kept', ${parked}::text)`;
  await db.update(projects).set({ settings }).where(eq(projects.id, project.id));
  await forgetOldRows(db, new Date());
  const left = await db.select().from(materialVersions).where(eq(materialVersions.projectId, project.id));
  const told = left.map(({ materialId, versionNumber }) => [materialId, versionNumber]).sort();
  expect(told).toEqual(
    [
      [material.id, 1],
      [recent, 1],
      [recent, 2],
      [parked, 1],
    ].sort(),
  );
});
