import { createFakeServer, type FakeServer } from './fake-http.ts';

/** The small server that also sells: what a call is answered with, by method and path without its query. */
export interface ShopServer extends FakeServer {
  readonly answers: Map<string, () => unknown>;
}

export function createShopServer(): ShopServer {
  const server = createFakeServer();
  const { fetch } = server;
  const answers = new Map<string, () => unknown>();
  server.fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const path = input.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*$/, '');
    const own = answers.get(`${init?.method ?? 'GET'} ${path}`);
    return answer.status === 404 && own !== undefined ? Response.json(own()) : answer;
  };
  return Object.assign(server, { answers });
}

/** A page of movements as the server writes it. */
export function ledgerPage(
  entries: readonly {
    readonly id: number;
    readonly kind: string;
    readonly amount: number;
    readonly pays_debt?: boolean;
  }[],
  next: string | null = null,
): unknown {
  const results = entries.map(({ id, kind, amount, pays_debt = false }) => ({
    id,
    kind,
    amount,
    balance_after: 1000 + amount,
    render_id: kind === 'reserve' || kind === 'refund' || kind === 'capture' ? 12 : null,
    item: kind === 'purchase' ? 'Small' : null,
    note: kind === 'grant' ? '=SUM(1) for "Ada"' : null,
    pays_debt,
    created_at: '2026-06-01T12:00:00.000Z',
  }));
  return { results, next };
}
