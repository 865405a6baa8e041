import { expect, test } from 'vitest';
import { deviceRendersQuery } from '../../../../src/app/core/render-queries.ts';
import { describeDeviceRender } from '../../../../src/app/features/device/describe-device-render.ts';
import { loadActiveProject } from '../../../../src/app/features/projects/load-active-project.ts';
import { obtainProject } from '../../../../src/app/features/projects/project-ref.ts';
import { canDrawAgain, drawAgainHere } from '../../../../src/app/features/results/draw-again-here.ts';
import type { RenderBody } from '../../../../src/contract/http/renders.ts';
import { ProjectId, RenderId } from '../../../../src/contract/ids.ts';
import { makeRecipe } from '../../../support/ai-recipe.ts';
import { createFakeServer } from '../../../support/fake-http.ts';
import { createFakeOutside, createTestApp } from '../../../support/fake-outside.ts';

test('a picture of this device is drawn again by it, in its own project, sent or not, and asks nothing of the server', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'Chair');
  const chair = (await app.db.projects.get(app.state.project.key!))!;
  await app.db.projects.add({ ...chair, key: 'lamp', serverId: ProjectId.parse(99) });
  const first = {
    key: 'first',
    userId: 7,
    projectKey: 'lamp',
    recipe: makeRecipe({ seed: '42' }),
    viewIds: ['front'],
    state: 'finished' as const,
    images: [],
    warnings: [],
    createdAt: 1_000,
    finishedAt: 2_000,
    failure: null,
  };
  const drawn = describeDeviceRender(first, -1, () => null);
  app.queries.setQueryData(deviceRendersQuery().queryKey, [
    { projectKey: 'lamp', key: 'first', render: drawn },
  ]);
  const sent: RenderBody = { ...drawn, id: RenderId.parse(5), project: 99 };
  server.isDown = true;
  outside.setOnline(false);
  const { length } = server.calls;
  for (const render of [drawn, sent]) {
    expect(canDrawAgain(render)).toBe(true);
    const row = await app.db.deviceRenders.get((await drawAgainHere(app, render, obtainProject))!);
    expect(row).toMatchObject({
      userId: 7,
      projectKey: 'lamp',
      state: 'waiting',
      images: [],
      viewIds: ['front'],
      recipe: { seed: '42', passes: first.recipe.passes, engineBuild: { engine: 'studio', kernelHash: '' } },
    });
  }
  expect(server.calls).toHaveLength(length);
  expect(canDrawAgain({ ...sent, made_on_device: false })).toBe(false);
});

test('of a project that is not on this device it is drawn in that project, never in the open one', async () => {
  const server = createFakeServer();
  const outside = createFakeOutside(server);
  const app = createTestApp(outside);
  await loadActiveProject(app, 7, 'Chair');
  const open = app.state.project.key;
  server.project = { ...server.project!, id: ProjectId.parse(99) };
  const row = {
    key: 'first',
    userId: 7,
    projectKey: 'elsewhere',
    recipe: makeRecipe({ seed: '42' }),
    state: 'finished' as const,
    images: [],
    warnings: [],
    createdAt: 1_000,
    finishedAt: 2_000,
    failure: null,
  };
  const render = { ...describeDeviceRender(row, 5, () => null), project: 99 };
  const key = await drawAgainHere(app, render, obtainProject);
  const drawn = await app.db.deviceRenders.get(key!);
  expect(drawn?.projectKey).not.toBe(open);
  expect(await app.db.projects.get(drawn!.projectKey)).toMatchObject({ serverId: 99, userId: 7 });

  // What is gone, or cannot be fetched, is refused.
  expect(await drawAgainHere(app, { ...render, project: null }, obtainProject)).toBeNull();
  server.project = null;
  expect(await drawAgainHere(app, { ...render, project: 4_321 }, obtainProject)).toBeNull();
  expect(await app.db.deviceRenders.count()).toBe(1);
});
