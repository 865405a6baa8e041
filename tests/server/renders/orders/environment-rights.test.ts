import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectBody } from '../../../../src/contract/http/projects.ts';
import { ENVIRONMENT_PLACING } from '../../../../src/contract/scene/environment.ts';
import { type RenderServer, sceneOf, startRenderServer } from '../../../support/render-server.ts';
import type { Person } from '../../../support/server.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer();
});
afterAll(() => server.stop());

/** A picture of surroundings that is this person's from now on. */
async function bring(person: Person): Promise<string> {
  const raw = { width: 16, height: 8, channels: 4 } as const;
  const png = await sharp(Buffer.alloc(16 * 8 * 4, 140), { raw })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('picture', new Blob([new Uint8Array(png)]), 'light.png');
  const answer = await fetch(`${server.url}/api/picture/`, {
    method: 'POST',
    headers: person.headers,
    body: form,
  });
  expect(answer.ok).toBe(true);
  return createHash('sha256').update(png).digest('hex');
}

test('an order is lit by own surroundings, and by nobody else’s: that is refused and costs nothing', async () => {
  const [ada, eve] = [await server.signUp(), await server.signUp()];
  const imageHash = await bring(ada);
  const order = async (person: Person) => {
    const project = await server.get<ProjectBody>(person, '/api/project/active/');
    const environment = { kind: 'picture', imageHash, name: 'Loft', ...ENVIRONMENT_PLACING };
    return server.order(person, { scene: JSON.stringify({ ...sceneOf(project), environment }) });
  };
  const before = await server.credits(eve);
  const refused = await order(eve);
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'invalid-request', fields: { 'scene.environment': 'is not a picture of yours' } },
  });
  expect(await server.credits(eve)).toBe(before);
  expect(await server.get(eve, '/api/render/')).toEqual([]);

  const accepted = await order(ada);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
  const { recipe } = await server.finish(ada, accepted.body.id);
  expect(recipe.scene.environment).toMatchObject({ kind: 'picture', imageHash });
});
