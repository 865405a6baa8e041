import type { AssetType, CategoryBody, LibraryItemBody } from '../../src/contract/http/libraries.ts';
import { createFakeServer, type FakeServer } from './fake-http.ts';
import { makeLibraryItem } from './library-items.ts';

/** A server with libraries of its own, before the fake one. */
export interface LibraryServer {
  readonly server: FakeServer;
  readonly items: Record<AssetType, LibraryItemBody[]>;
  readonly categories: CategoryBody[];
  /** What was deleted. */
  readonly gone: LibraryItemBody[];
  /** What came in, in the order of its coming. */
  readonly sent: { readonly path: string; readonly form: FormData; readonly key: string | null }[];
  /** Answers of the next writes, before anything is done: a status with a body, or a lost connection. */
  readonly answers: (Response | 'lost')[];
}

export function makeCategory(id: number, name: string, changes: Partial<CategoryBody> = {}): CategoryBody {
  return {
    id,
    name,
    names: { en: name, es: `${name} es` },
    asset_type: 'material',
    is_global: true,
    ...changes,
  };
}

export function refusal(status: number, code: string, data: Record<string, unknown> = {}): Response {
  return Response.json({ error: code, detail: code, code, data }, { status });
}

export function createLibraryServer(): LibraryServer {
  const server = createFakeServer();
  const inner = server.fetch;
  const made: LibraryServer = {
    server,
    items: { material: [], background: [], style: [] },
    categories: [makeCategory(1, 'Wood'), makeCategory(2, 'Leather')],
    gone: [],
    sent: [],
    answers: [],
  };
  server.fetch = async (input, init = {}) => {
    const url = new URL(input, 'http://localhost:8000');
    const [, type = '', id] =
      /^\/api\/(material|background|style|category)\/(?:(\d+)\/(?:restore\/)?)?$/.exec(url.pathname) ?? [];
    const isBatch = url.pathname.endsWith('/batch-material-upload/');
    if (type === '' && !isBatch) return inner(input, init);
    if (server.isDown) throw new TypeError('Failed to fetch');
    const method = init.method ?? 'GET';
    const answer = method === 'GET' ? undefined : made.answers.shift();
    if (init.body instanceof FormData) {
      const key = new Headers(init.headers).get('idempotency-key');
      made.sent.push({ path: url.pathname, form: init.body, key });
    }
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    if (answer !== undefined) return answer;
    if (url.pathname.endsWith('/restore/')) return restore(made, type as AssetType, Number(id));
    return handle(made, method, type as AssetType | 'category' | '', id, init.body);
  };
  return made;
}

function restore({ items, gone }: LibraryServer, type: AssetType, id: number): Response {
  const item = gone.find((other) => other.id === id);
  if (item === undefined) return refusal(404, 'not-found');
  items[type].push(item);
  return Response.json(item);
}

function handle(
  { items, categories, gone }: LibraryServer,
  method: string,
  type: AssetType | 'category' | '',
  id: string | undefined,
  body: unknown,
): Response {
  if (type === '') return Response.json({ message: 'ok', created: [], errors: [] });
  if (type === 'category') {
    if (method === 'GET') return Response.json(categories);
    const { name, asset_type, is_global } = JSON.parse(String(body));
    const category = makeCategory(100 + categories.length, name, { asset_type, is_global });
    categories.push(category);
    return Response.json(category, { status: 201 });
  }
  const list = items[type];
  if (method === 'GET') return Response.json(list);
  if (method === 'POST') {
    const form = body as FormData;
    const name = String(form.get('name'));
    const item = makeLibraryItem(500 + list.length, { name, names: { en: name, es: name }, user: 7 });
    list.push(item);
    return Response.json(item, { status: 201 });
  }
  const at = list.findIndex((item) => item.id === Number(id));
  const known = list[at];
  if (known === undefined) return refusal(404, 'not-found');
  if (method === 'DELETE') {
    list.splice(at, 1);
    gone.push(known);
    return new Response(null, { status: 204 });
  }
  const change = JSON.parse(String(body)) as { name?: string; is_archived?: boolean };
  const changed = change.name === undefined ? known : { ...known, name: change.name };
  if (change.is_archived === true) gone.push(...list.splice(at, 1));
  else list[at] = changed;
  return Response.json(changed);
}
