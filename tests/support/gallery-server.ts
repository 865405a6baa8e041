import type { RenderCardBody, RenderCardsBody } from '../../src/contract/http/gallery.ts';
import { RenderId } from '../../src/contract/ids.ts';
import { createFakeServer, type FakeServer } from './fake-http.ts';

/** A render in the gallery. */
export function makeCard(id: number, changes: Partial<RenderCardBody> = {}): RenderCardBody {
  return {
    id: RenderId.parse(id),
    created_at: '2026-06-01T12:00:00.000Z',
    status: 'completed',
    engine: 'studio',
    starred: false,
    thumbnail: `/files/${id}`,
    images: 1,
    positive_prompt: `picture ${id}`,
    ...changes,
  };
}

/** A page of cards as the server sends it, the given ids newest first. */
export function makePage(ids: readonly number[], next: number | null, total = ids.length): RenderCardsBody {
  return { results: ids.map((id) => makeCard(id)), next: next === null ? null : String(next), total };
}

/** A server that takes what is done to renders, before the fake one. */
export interface GalleryServer {
  readonly server: FakeServer;
  /** Verb and body of each write that arrived. */
  readonly done: { readonly verb: string; readonly body: unknown }[];
  /** Answers of the next writes instead of success. */
  readonly answers: Response[];
}

export function createGalleryServer(): GalleryServer {
  const server = createFakeServer();
  const inner = server.fetch;
  const made: GalleryServer = { server, done: [], answers: [] };
  server.fetch = async (input, init = {}) => {
    const { pathname } = new URL(input, 'http://localhost:8000');
    const verb = /^\/api\/render\/(star|delete|restore)\/$/.exec(pathname)?.[1];
    if (verb === undefined || server.isDown) return inner(input, init);
    const answer = made.answers.shift();
    if (answer !== undefined) return answer;
    made.done.push({ verb, body: JSON.parse(String(init.body)) });
    return new Response(null, { status: 204 });
  };
  return made;
}
