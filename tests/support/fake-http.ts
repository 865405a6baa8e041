import { createHash } from 'node:crypto';
import { freshSettings } from '../../src/app/state/projects.ts';
import { describeView } from '../../src/contract/camera/describe-view.ts';
import { PROJECT_REVISION_HEADER } from '../../src/contract/constants.ts';
import type { UserBody } from '../../src/contract/http/accounts.ts';
import { type CameraViewBody, SavedView } from '../../src/contract/http/camera-views.ts';
import type { EnvironmentBody } from '../../src/contract/http/environments.ts';
import type { LookBody } from '../../src/contract/http/looks.ts';
import type { MaterialVersionBody, PatchMaterialBody } from '../../src/contract/http/model-materials.ts';
import type { ProjectBody, ProjectSettings } from '../../src/contract/http/projects.ts';
import type { RecipeFilesBody } from '../../src/contract/http/recipe-files.ts';
import { ModelMaterial, UNDRESSED } from '../../src/contract/scene/dressed-material.ts';

/** How one call goes wrong: never arrives, arrives but its answer is lost, or is answered with an error. */
export type Fault =
  | 'lost-request'
  | 'lost-answer'
  | { readonly status: number; readonly code?: string; readonly request_id?: string };

export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  readonly token: string | null;
  readonly body: unknown;
  readonly form: FormData | null;
}

export interface FakeOrder {
  readonly id: number;
  readonly key: string;
  readonly form: FormData;
}

/** The product's server, small and in memory, as unreliable as the network before the real one. */
export interface FakeServer {
  fetch(input: string, init?: RequestInit): Promise<Response>;
  /** The next calls whose path holds `part` fail so, in order. */
  fail(part: string, ...faults: Fault[]): void;
  readonly calls: RecordedCall[];
  looks: LookBody[];
  environments: EnvironmentBody[];
  versions: MaterialVersionBody[];
  readonly orders: FakeOrder[];
  readonly user: UserBody;
  project: ProjectBody | null;
  /** Bytes of models that were completed, by hash. */
  readonly models: Map<string, Uint8Array>;
  /** Files of recipes that the person may use, with the library items that have them. */
  readonly recipeFiles: Map<string, { bytes: Uint8Array; items: RecipeFilesBody['files'][number]['items'] }>;
  validToken: string;
  isRefreshAllowed: boolean;
  isDown: boolean;
}

/** @param base Fields that differ from those of a fresh project. */
export function createFakeServer(base: Partial<ProjectSettings> | null = {}): FakeServer {
  const faults: { part: string; fault: Fault }[] = [];
  const answers = new Map<string, { body: string; status: number; text: string }>();
  const parts = new Map<string, Map<number, Uint8Array>>();
  const pictures = new Set<string>();
  /** Addresses of renders whose picture was sent back. */
  const sentBack = new Set<string>();
  let tokens = 1;

  const server: FakeServer = {
    calls: [],
    looks: [],
    environments: [],
    versions: [],
    orders: [],
    models: new Map(),
    recipeFiles: new Map(),
    user: {
      id: 7,
      username: 'ada',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'L',
      avatar_url: null,
      credits: 2000,
      is_staff: false,
      render_cost: 200,
      is_email_verified: true,
      pending_credits: 0,
      debt: 0,
      has_password: true,
    } as UserBody,
    project: base === null ? null : makeProject(base),
    validToken: 'token-1',
    isRefreshAllowed: true,
    isDown: false,
    fail: (part, ...list) => faults.push(...list.map((fault) => ({ part, fault }))),
    async fetch(input, init = {}) {
      const path = input.replace(/^https?:\/\/[^/]+/, '');
      const headers = new Headers(init.headers);
      const form = init.body instanceof FormData ? init.body : null;
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
      const call: RecordedCall = {
        method: init.method ?? 'GET',
        path,
        key: headers.get('idempotency-key'),
        token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
        body,
        form,
      };
      server.calls.push(call);
      const index = faults.findIndex(({ part }) => path.includes(part));
      const fault = index === -1 ? null : faults.splice(index, 1)[0]!.fault;
      if (server.isDown || fault === 'lost-request') throw new TypeError('fetch failed');
      if (fault !== null && fault !== 'lost-answer')
        return failure(fault.status, fault.code ?? 'server-failed', {}, { request_id: fault.request_id });
      const answer = await once(call);
      if (fault === 'lost-answer') throw new TypeError('socket closed');
      return answer;
    },
  };

  /** Same key and body: same answer, one effect (L2). */
  const once = async (call: RecordedCall): Promise<Response> => {
    const isSafe = call.method === 'GET' || call.key === null;
    if (isSafe) return handle(call);
    const fingerprint = await fingerprintOf(call);
    const known = answers.get(call.key!);
    if (known !== undefined && known.body !== fingerprint) return failure(422, 'idempotency-mismatch');
    if (known !== undefined) return new Response(known.text, { status: known.status, headers: JSON_HEADERS });
    const answer = await handle(call);
    if (answer.status === 401) return answer;
    answers.set(call.key!, { body: fingerprint, status: answer.status, text: await answer.clone().text() });
    return answer;
  };
  /** Says which revision a write made of the project, as the server does. */
  const handle = async (call: RecordedCall): Promise<Response> => {
    const before = server.project?.revision;
    const answer = await route(call);
    const after = server.project?.revision;
    if (before !== undefined && after !== undefined && after !== before) {
      answer.headers.set(PROJECT_REVISION_HEADER, String(after));
    }
    return answer;
  };
  const route = async (call: RecordedCall): Promise<Response> => {
    const asked = `${call.method} ${call.path}`;
    if (asked === 'GET /api/health')
      return ok({ service: 'vitrine', status: 'ok', version: '0.1.0', engines_mark: null });
    if (asked === 'POST /api/users/login/' || asked === 'POST /api/users/owner/claim/') return ok(session());
    if (asked === 'POST /api/users/token/refresh/') {
      if (!server.isRefreshAllowed) return failure(401, 'not-authenticated');
      tokens += 1;
      server.validToken = `token-${tokens}`;
      return ok(session());
    }
    const file = server.recipeFiles.get(call.path.replace('/files/', ''));
    if (file !== undefined) return new Response(new Uint8Array(file.bytes));
    if (call.token !== server.validToken) return failure(401, 'not-authenticated');
    if (asked === 'GET /api/users/me/') return ok(server.user);
    if (asked === 'POST /api/recipe-files/') {
      const { hashes } = call.body as { hashes: string[] };
      const known = hashes.flatMap((hash) => {
        const items = server.recipeFiles.get(hash)?.items;
        return items === undefined ? [] : [{ hash, url: `/files/${hash}`, items }];
      });
      return ok({ files: known });
    }
    if (asked === 'GET /api/project/active/') {
      return server.project === null ? failure(404, 'not-found') : ok(server.project);
    }
    if (asked === 'GET /api/project/last-sync/') {
      const { project } = server;
      return project === null ? failure(404, 'not-found') : ok({ timestamp: `revision ${project.revision}` });
    }
    if (asked === 'POST /api/project/') {
      server.project = makeProject(call.body as Partial<ProjectSettings>);
      return ok(server.project);
    }
    if (/^(GET|PATCH) \/api\/project\/\d+\/$/.test(asked)) return project(call);
    if (/camera-views\/(\?.*)?$|delete_camera_view\//.test(call.path)) return views(call);
    if (/^\/api\/material\/[^?/]+\/\?project_id=/.test(call.path)) return material(call);
    if (call.path.startsWith('/api/model-material-versions')) return versions(call);
    if (call.path.startsWith('/api/look/')) return looks(call);
    if (call.path.startsWith('/api/environment/')) return environments(call);
    if (/material-selection\/$/.test(call.path)) return selection(call);
    if (/^POST \/api\/material\/.*\/texture\//.test(asked)) return texture(call);
    if (call.path.startsWith('/api/picture/')) return picture(call);
    if (call.path.startsWith('/api/chunked-upload/')) return upload(call);
    if (asked === 'GET /api/project/restores/') return ok([]);
    if (call.path.startsWith('/api/model/'))
      return ok({ is_stored: server.models.has(call.path.split('/')[3] ?? '') });
    if (asked === 'POST /api/render/') return render(call);
    if (asked === 'POST /api/render/cancel/') {
      return ok({ cancelled: [], refunded: 0, credits: server.user.credits });
    }
    if (/^POST \/api\/render\/\d+\/(rerun|engine)\/$/.test(asked)) return reorder(call);
    if (/^POST \/api\/render\/\d+\/return\/$/.test(asked)) {
      if (sentBack.has(call.path)) return failure(409, 'return-refused', { reason: 'returned' });
      sentBack.add(call.path);
      server.user.credits += server.user.render_cost;
      return ok({
        refunded: server.user.render_cost,
        credits: server.user.credits,
        is_looked_at: false,
      });
    }
    if (/^POST \/api\/render\/\d+\/cancel\/$/.test(asked)) {
      server.user.credits += server.user.render_cost;
      return ok({ status: 'cancelled', refunded: server.user.render_cost, credits: server.user.credits });
    }
    return failure(404, 'not-found');
  };
  const project = async (call: RecordedCall): Promise<Response> => {
    if (server.project === null) return failure(404, 'not-found');
    if (call.method === 'GET') return ok(server.project);
    if (call.form !== null) return adoptModel(call.form);
    const { revision, ...patch } = call.body as Partial<ProjectBody>;
    if (revision !== undefined && revision !== server.project.revision) {
      return failure(
        409,
        'revision-stale',
        { revision: server.project.revision },
        { project: server.project },
      );
    }
    const render_settings = { ...server.project.render_settings, ...patch.render_settings };
    server.project = {
      ...server.project,
      ...patch,
      render_settings,
      revision: server.project.revision + 1,
    };
    return ok(server.project);
  };
  const views = (call: RecordedCall): Response => {
    if (server.project === null) return failure(404, 'not-found');
    const { camera_views: list, render_settings: look } = server.project;
    const change = (next: ProjectBody['camera_views'], deleted = look.deleted_views): void => {
      const render_settings = { ...look, deleted_views: deleted };
      server.project = { ...server.project!, camera_views: next, render_settings };
      server.project.revision += 1;
    };
    if (call.method === 'GET') return ok(list.map(describeView));
    if (call.method === 'DELETE') {
      const { pathname, searchParams } = new URL(call.path, 'http://localhost');
      const gone = list.find(({ backend_id }) => pathname.endsWith(`/${backend_id}/`));
      if (gone === undefined) return failure(404, 'not-found');
      // Without a time it counts from now, and the server's clock is ahead of every device's.
      const timestamp = Number(searchParams.get('deleted_at') ?? Number.MAX_SAFE_INTEGER);
      if (timestamp >= gone.timestamp) {
        change(
          list.filter((view) => view !== gone),
          [...look.deleted_views, { uuid: gone.uuid, timestamp }],
        );
      }
      return new Response(null, { status: 204 });
    }
    const said = call.body as CameraViewBody;
    const isDeleted = look.deleted_views.some(
      ({ uuid, timestamp }) => uuid === said.uuid && timestamp >= said.timestamp,
    );
    if (isDeleted) return failure(409, 'view-deleted');
    const known = list.find(({ uuid }) => uuid === said.uuid);
    const backend_id = known?.backend_id ?? 900 + server.calls.length;
    const view = SavedView.parse({ ...said, id: said.view_number, backend_id });
    change([...list.filter((other) => other !== known), view]);
    return ok(describeView(view), known === undefined ? 201 : 200);
  };
  const picture = async (call: RecordedCall): Promise<Response> => {
    const file = call.form?.get('picture');
    if (!(file instanceof Blob)) return ok({ is_stored: pictures.has(call.path.split('/')[3] ?? '') });
    const hash = createHash('sha256')
      .update(new Uint8Array(await file.arrayBuffer()))
      .digest('hex');
    pictures.add(hash);
    return ok({ hash }, 201);
  };
  const texture = async (call: RecordedCall): Promise<Response> => {
    const picture = call.form?.get('texture');
    if (server.project === null || !(picture instanceof Blob)) return failure(404, 'not-found');
    const entry = ModelMaterial.parse({
      ...UNDRESSED,
      id: call.path.split('/')[3],
      originalId: call.form?.get('original_id'),
      originalIndex: Number(call.form?.get('original_index')),
      name: call.form?.get('original_id'),
      textureHash: createHash('sha256')
        .update(new Uint8Array(await picture.arrayBuffer()))
        .digest('hex'),
    });
    const others = server.project.model_materials.filter(({ id }) => id !== entry.id);
    server.project = {
      ...server.project,
      model_materials: [...others, entry],
      revision: server.project.revision + 1,
    };
    return ok(entry);
  };
  const material = (call: RecordedCall): Response => {
    if (server.project === null) return failure(404, 'not-found');
    const body = call.body as PatchMaterialBody;
    const entry =
      server.project.model_materials.find(({ id }) => call.path.includes(id)) ??
      ModelMaterial.parse({
        ...UNDRESSED,
        id: call.path.split('/')[3],
        originalId: body.original_id,
        originalIndex: body.original_index,
        name: body.original_id,
      });
    const { color, texturePath } = body.properties ?? {};
    const next = {
      ...entry,
      ...(color === undefined ? {} : { color }),
      ...(texturePath === null
        ? { textureHash: null, texturePath: null, libraryId: null, libraryMaterialName: null }
        : {}),
    };
    const model_materials = [...server.project.model_materials.filter(({ id }) => id !== next.id), next];
    server.project = { ...server.project, model_materials, revision: server.project.revision + 1 };
    return ok(next);
  };
  const versions = (call: RecordedCall): Response => {
    if (call.method === 'GET') return ok({ results: server.versions });
    const old = server.versions.find(({ id }) => call.path.includes(`/${id}/restore/`));
    if (old === undefined || server.project === null) return failure(404, 'not-found');
    const model_materials = server.project.model_materials.map((entry) =>
      entry.id === old.model_material_id ? old.material : entry,
    );
    server.project = { ...server.project, model_materials, revision: server.project.revision + 1 };
    return ok(old.material);
  };
  const environments = (call: RecordedCall): Response => {
    if (call.method === 'GET') return ok(server.environments);
    const body = call.body as EnvironmentBody;
    server.environments = server.environments.filter(({ id }) => id !== body?.id && !call.path.includes(id));
    if (call.method === 'DELETE') return ok(null);
    const at = new Date(0).toISOString();
    const kept = { ...body, created_at: at, updated_at: at };
    server.environments.unshift(kept);
    return ok(kept);
  };

  const looks = (call: RecordedCall): Response => {
    if (call.method === 'GET') return ok(server.looks);
    const known = server.looks.find(({ id }) => call.path.includes(id) || id === (call.body as LookBody)?.id);
    if (call.method === 'DELETE' && known === undefined) return failure(404, 'not-found');
    server.looks = server.looks.filter((look) => look !== known);
    if (call.method === 'DELETE') return new Response(null, { status: 204 });
    const now = new Date(1_780_000_000_000 + server.calls.length).toISOString();
    const look = { ...(call.body as LookBody), created_at: known?.created_at ?? now, updated_at: now };
    server.looks.unshift(look);
    return ok(look, known === undefined ? 201 : 200);
  };
  const selection = (call: RecordedCall): Response => {
    if (server.project === null) return failure(404, 'not-found');
    const look = server.project.render_settings;
    let chosen = look.material_selection;
    if (call.method !== 'GET') {
      const now = 1_780_000_000_000 + server.calls.length;
      const body = (call.body ?? {}) as { selected?: string[]; deselected?: string[]; material_id?: string };
      const known = chosen ?? { selected: [], deselected: [], created_at: now, updated_at: now };
      const id = body.material_id;
      const isOn = (known.selected as string[]).includes(id ?? '');
      const others = {
        selected: (known.selected as string[]).filter((other) => other !== id),
        deselected: (known.deselected as string[]).filter((other) => other !== id),
      };
      const lists =
        id === undefined
          ? { selected: body.selected, deselected: body.deselected }
          : {
              selected: isOn ? others.selected : [...others.selected, id],
              deselected: isOn ? [...others.deselected, id] : others.deselected,
            };
      chosen = call.method === 'DELETE' ? null : ({ ...known, ...lists, updated_at: now } as typeof chosen);
      server.project = {
        ...server.project,
        render_settings: { ...look, material_selection: chosen },
        revision: server.project.revision + 1,
      };
    }
    const iso = (ms: number | undefined): string | null =>
      ms === undefined ? null : new Date(ms).toISOString();
    return ok({
      selected: chosen?.selected ?? [],
      deselected: chosen?.deselected ?? [],
      has_manual_selection: chosen !== null,
      created_at: iso(chosen?.created_at),
      updated_at: iso(chosen?.updated_at),
      action: 'selected',
      message: '',
    });
  };
  const adoptModel = async (form: FormData): Promise<Response> => {
    const bytes = new Uint8Array(await (form.get('model') as Blob).arrayBuffer());
    if (sha256(bytes) !== form.get('sha256')) return failure(422, 'upload-hash-mismatch');
    server.models.set(sha256(bytes), bytes);
    server.project = {
      ...server.project!,
      model_hash: sha256(bytes) as ProjectBody['model_hash'],
      model_name: String(form.get('model_name')),
      revision: server.project!.revision + 1,
    };
    return ok(server.project);
  };
  const upload = async (call: RecordedCall): Promise<Response> => {
    const id = /chunked-upload\/([0-9a-f-]{36})\//.exec(call.path)?.[1];
    if (id !== undefined) return ok({ received: [...(parts.get(id)?.keys() ?? [])] });
    if (call.form !== null) {
      const file = new Uint8Array(await (call.form.get('file') as Blob).arrayBuffer());
      if (sha256(file) !== call.form.get('sha256')) return failure(422, 'upload-hash-mismatch');
      const uploadId = String(call.form.get('upload_id'));
      const known = parts.get(uploadId) ?? new Map<number, Uint8Array>();
      parts.set(uploadId, known.set(Number(call.form.get('chunk_index')), file));
      return ok({});
    }
    const wanted = call.body as { upload_id: string; sha256: string; total_chunks: number; filename: string };
    const received = parts.get(wanted.upload_id) ?? new Map<number, Uint8Array>();
    const missing = Array.from({ length: wanted.total_chunks }, (_, index) => index).filter(
      (index) => !received.has(index),
    );
    if (missing.length > 0) return failure(409, 'upload-incomplete', { missing });
    const whole = Buffer.concat(
      Array.from({ length: wanted.total_chunks }, (_, index) => received.get(index)!),
    );
    if (sha256(whole) !== wanted.sha256) return failure(422, 'upload-hash-mismatch');
    server.models.set(wanted.sha256, whole);
    server.project = {
      ...server.project!,
      model_hash: wanted.sha256 as ProjectBody['model_hash'],
      model_name: wanted.filename,
      revision: server.project!.revision + 1,
    };
    return ok({ url: `/files/${wanted.sha256}`, sha256: wanted.sha256, size_bytes: whole.byteLength });
  };
  const render = (call: RecordedCall): Response => {
    const price = Number(call.form?.get('batch_size')) * server.user.render_cost;
    if (server.user.credits < price) {
      return failure(402, 'credits-insufficient', { price, balance: server.user.credits });
    }
    server.user.credits -= price;
    const id = server.orders.length + 1;
    server.orders.push({ id, key: call.key!, form: call.form! });
    return ok({ id, status: 'queued', queue_position: 1, price, credits: server.user.credits }, 202);
  };
  /** The recipe again, or with another engine: one image, at its price. */
  const reorder = (call: RecordedCall): Response => {
    const price = server.user.render_cost;
    server.user.credits -= price;
    const id = 100 + server.orders.length;
    server.orders.push({ id, key: call.key!, form: new FormData() });
    return ok({ id, status: 'queued', queue_position: 2, price, credits: server.user.credits }, 202);
  };
  const session = () => ({ access_token: server.validToken, refresh_token: 'r', user: server.user });
  return server;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

function ok(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: JSON_HEADERS });
}

function failure(
  status: number,
  code: string,
  data: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Response {
  return new Response(JSON.stringify({ error: code, detail: code, code, data, ...more }), {
    status,
    headers: JSON_HEADERS,
  });
}

function makeProject(settings: Partial<ProjectSettings>): ProjectBody {
  return {
    ...freshSettings('Chair'),
    ...settings,
    id: 31,
    revision: 1,
    model_glb_url: null,
    model_size_bytes: null,
    background: null,
    style: null,
    is_sample: false,
    updated_at: '2026-01-01T00:00:00Z',
  } as ProjectBody;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function fingerprintOf(call: RecordedCall): Promise<string> {
  if (call.form === null) return JSON.stringify([call.path, call.body]);
  const lines: string[] = [];
  for (const [name, value] of call.form) {
    const text = typeof value === 'string' ? value : sha256(new Uint8Array(await value.arrayBuffer()));
    lines.push(`${name}=${text}`);
  }
  return lines.sort().join('\n');
}
