import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIBRARY_FREE_BYTES } from '../../../src/contract/constants.ts';
import type { ProjectBody } from '../../../src/contract/http/projects.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { ownedFiles } from '../../../src/server/db/schema/uploads.ts';
import {
  type RenderBody,
  type RenderServer,
  SIZE_PX,
  sceneOf,
  startRenderServer,
} from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { buildKernel } from '../../support/trace-host.ts';

let server: RenderServer;
let person: Person;

/** A part in plain red, in so much light. */
async function draw(who: Person, exposure: number): Promise<RenderBody> {
  const project = await server.get<ProjectBody>(who, '/api/project/active/');
  const materialIndex = project.model_materials[0]?.originalIndex;
  const red = { kind: 'plain', materialIndex, colour: '#ff0000', metalness: 0, roughness: 1 };
  const scene = JSON.stringify({ ...sceneOf(project), exposure, dressings: [red] });
  const { status, body } = await server.order(who, { quality: 'draft', scene });
  expect(status, JSON.stringify(body)).toBe(202);
  const render = await server.finish(who, body.id);
  expect(render.status).toBe('completed');
  return render;
}

const open = (address: string, who: Person) => fetch(server.url + address, { headers: who.headers });

beforeAll(async () => {
  buildKernel();
  server = await startRenderServer({ isTracing: true });
  person = await server.signUp();
});
afterAll(() => server.stop());

test('a picture that shines beyond sRGB comes with one in Display P3, at its price and for nobody else', async () => {
  const shining = await draw(person, 2);
  const plain = await draw(person, 0.2);
  expect(plain.output_images[0]).toMatchObject({ layers: [], wide: null });
  expect(shining.price).toBe(plain.price);
  const { layers, wide } = shining.output_images[0]!;
  expect(layers).toEqual([]);
  const answer = await open(wide!, person);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width, height, icc } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([SIZE_PX, SIZE_PX]);
  expect(icc?.toString('latin1').replaceAll('\0', '')).toContain('Display P3');
  const picture = Buffer.from(await (await open(shining.output_images[0]!.image, person)).arrayBuffer());
  const reddest = async (png: Buffer) => {
    const lab = await sharp(png).toColourspace('lab').raw({ depth: 'float' }).toBuffer();
    const values = new Float32Array(lab.buffer, lab.byteOffset, lab.byteLength / 4);
    return values.reduce((most, value, at) => (at % 3 === 1 ? Math.max(most, value) : most), 0);
  };
  expect(await reddest(bytes)).toBeGreaterThan((await reddest(picture)) + 4);
  const stranger = await server.signUp();
  expect((await open(wide!, stranger)).status).toBe(404);
});

test('it takes none of the room that a person has for pictures', async () => {
  const full = await server.signUp();
  const { db } = server.deps.database;
  await draw(full, 2);
  const hash = 'f'.repeat(64);
  await db
    .insert(files)
    .values({ hash, sizeBytes: LIBRARY_FREE_BYTES - 64 * 64 * 24, contentType: 'image/png' });
  await db.insert(ownedFiles).values({ userId: full.session.user.id, hash });
  const fields = { quality: 'draft', keep_layers: 'true', width: SIZE_PX, height: SIZE_PX };
  expect((await server.order(full, fields)).status).toBe(202);
});
