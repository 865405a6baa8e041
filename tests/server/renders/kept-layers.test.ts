import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIBRARY_FREE_BYTES } from '../../../src/contract/constants.ts';
import {
  LAYER_BYTES_PER_PIXEL,
  LAYER_FILES,
  type LayerKind,
} from '../../../src/contract/files/picture-layers.ts';
import type { ProjectFilesBody } from '../../../src/contract/files/project-file.ts';
import { files } from '../../../src/server/db/schema/files.ts';
import { ownedFiles } from '../../../src/server/db/schema/uploads.ts';
import { sweepUnused } from '../../../src/server/storage/sweep-unused.ts';
import { readExr } from '../../support/read-exr.ts';
import {
  type Fields,
  type RenderBody,
  type RenderServer,
  SIZE_PX,
  startRenderServer,
} from '../../support/render-server.ts';
import type { Person } from '../../support/server.ts';
import { buildKernel } from '../../support/trace-host.ts';

let server: RenderServer;
let person: Person;
let made: RenderBody;

async function draw(changes: Fields): Promise<RenderBody> {
  const { status, body } = await server.order(person, {
    quality: 'draft',
    ...changes,
  });
  expect(status, JSON.stringify(body)).toBe(202);
  const render = await server.finish(person, body.id);
  expect(render.status).toBe('completed');
  return render;
}

const layersOf = (render: RenderBody) => render.output_images[0]!.layers;
const open = (address: string, who: Person = person) => fetch(server.url + address, { headers: who.headers });

beforeAll(async () => {
  buildKernel();
  server = await startRenderServer({ isTracing: true });
  person = await server.signUp();
  made = await draw({ keep_layers: 'true' });
});
afterAll(() => server.stop());

describe('an order that keeps layers', () => {
  it('has them as files of their kinds and sizes, and says so in its recipe', async () => {
    expect(made.recipe.keepsLayers).toBe(true);
    expect(layersOf(made).map(({ kind }) => kind)).toEqual(
      Object.keys(LAYER_FILES).filter((kind) => kind !== 'wide'),
    );
    const read = new Map<LayerKind, Buffer>();
    for (const { kind, url, sizeBytes } of layersOf(made)) {
      const answer = await open(url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(LAYER_FILES[kind].contentType);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.byteLength).toBe(sizeBytes);
      read.set(kind, bytes);
    }
    const { widthPx, heightPx, channels } = readExr(read.get('exr')!);
    expect([widthPx, heightPx]).toEqual([SIZE_PX, SIZE_PX]);
    for (const name of ['R', 'product.A', 'shadow.R', 'N.X', 'depth.Z', 'id.material'])
      expect(channels.has(name)).toBe(true);
    expect(Math.max(...channels.get('product.A')!)).toBeCloseTo(1, 2);
    const picture = await (await open(made.output_images[0]!.image)).arrayBuffer();
    const shown = await sharp(Buffer.from(picture)).removeAlpha().raw().toBuffer();
    const deep = sharp(read.get('deep')!);
    expect(await deep.metadata()).toMatchObject({
      depth: 'ushort',
      width: SIZE_PX,
      height: SIZE_PX,
      channels: 3,
    });
    const raw = await deep.toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer();
    const steps = new Uint16Array(raw.buffer, raw.byteOffset, raw.length / 2);
    expect(new Set(steps).size).toBeGreaterThan(256);
    for (const [index, step] of steps.entries())
      expect(Math.abs(step / 257 - shown[index]!)).toBeLessThanOrEqual(1.01);
    for (const kind of ['product', 'shadow'] as const)
      expect(await sharp(read.get(kind)!).metadata()).toMatchObject({ depth: 'ushort', channels: 4 });
  });

  it('costs what it would without, and one without has none', async () => {
    const plain = await draw({});
    expect(layersOf(plain)).toEqual([]);
    expect(plain.recipe.keepsLayers).toBeUndefined();
    expect(plain.price).toBe(made.price);
  });

  it('gives the same files when it is run again', async () => {
    const { body } = await server.post(person, `/api/render/${made.id}/rerun/`);
    const again = await server.finish(person, body.id);
    expect(layersOf(again).map(({ hash }) => hash)).toEqual(layersOf(made).map(({ hash }) => hash));
  });

  it('shows its files to nobody else', async () => {
    const stranger = await server.signUp();
    for (const { url, hash } of layersOf(made)) {
      expect((await open(url, stranger)).status).toBe(404);
      expect((await open(`/files/${hash}?expires=9999999999&signature=x`, stranger)).status).toBe(404);
    }
    expect((await open(`/api/render/${made.id}/`, stranger)).status).toBe(404);
  });

  it('goes into the project’s file with them', async () => {
    const { project } = made;
    const body = await server.get<ProjectFilesBody>(person, `/api/project/${project}/files/`);
    const [render] = body.renders.filter(({ recipe }) => recipe.keepsLayers === true);
    const listed = body.files.map(({ hash }) => hash);
    for (const { hash } of render!.images[0]!.layers) expect(listed).toContain(hash);
    expect(body.files.find(({ content_type: type }) => type === 'image/x-exr')).toBeDefined();
  });

  it('is refused where a person’s room on the server is full', async () => {
    const full = await server.signUp();
    const { db } = server.deps.database;
    const hash = createHash('sha256').update('large').digest('hex');
    const sizeBytes = LIBRARY_FREE_BYTES - SIZE_PX * SIZE_PX * LAYER_BYTES_PER_PIXEL + 1;
    await db.insert(files).values({ hash, sizeBytes, contentType: 'image/png' });
    await db.insert(ownedFiles).values({ userId: full.session.user.id, hash });
    const fields = { quality: 'draft' };
    const refused = await server.order(full, { ...fields, keep_layers: 'true' });
    expect(refused).toMatchObject({ status: 413, body: { code: 'library-space-full' } });
    expect((await server.order(full, fields)).status).toBe(202);
  });

  it('is not taken in words that say nothing', async () => {
    const { status, body } = await server.order(person, { keep_layers: 'perhaps' });
    expect(status).toBe(400);
    expect(body.code).toBe('invalid-request');
  });

  it('loses its files with it, 30 days after it was deleted', async () => {
    const own = await draw({ keep_layers: 'true', creativity: 1, seed: '77', fix_seed: 'true' });
    const hashes = layersOf(own).map(({ hash }) => hash);
    const { db } = server.deps.database;
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    expect(hashes.some((hash) => layersOf(made).some((layer) => layer.hash === hash))).toBe(false);
    await fetch(`${server.url}/api/render/${own.id}/`, { method: 'DELETE', headers: person.headers });
    await sweepUnused(db, days(1));
    const count = async () => (await db.select().from(files).where(inArray(files.hash, hashes))).length;
    expect(await count()).toBe(hashes.length);
    await sweepUnused(db, days(31));
    expect(await count()).toBe(0);
    expect((await open(layersOf(made)[0]!.url)).status).toBe(200);
  });
});
