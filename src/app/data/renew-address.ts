import type { QueryClient } from '@tanstack/react-query';

/** A signed address of a file; what stands before the query names the file for good. */
const ADDRESS = /\/files\/[0-9a-f]{64}\?[^"\s]*/;

/**
 * Asks again for the answers in which a signed address stands that has ended: it does so after hours, and with its session.
 * The pictures of the page get their new ones with them.
 *
 * @param address As it stands there, or as a whole URL.
 * @returns The file's present address; null where no answer has another.
 */
export async function renewAddress(queries: QueryClient, address: string): Promise<string | null> {
  const [ended] = ADDRESS.exec(address) ?? [];
  if (ended === undefined) return null;
  const holding = queries.getQueryCache().findAll({ predicate: (query) => textOf(query).includes(ended) });
  const queryKeys = holding.map(({ queryKey }) => queryKey);
  await Promise.all(
    // The stage reads lists that nothing on the page shows; many pictures of one list ask for it once.
    queryKeys.map((queryKey) =>
      queries.refetchQueries({ queryKey, exact: true, type: 'all' }, { cancelRefetch: false }),
    ),
  );
  const file = ended.slice(0, ended.indexOf('?') + 1);
  for (const query of holding) {
    const text = textOf(query);
    for (let at = text.indexOf(file); at !== -1; at = text.indexOf(file, at + 1)) {
      const [found] = ADDRESS.exec(text.slice(at, at + 1_000)) ?? [];
      if (found !== undefined && found !== ended) return found;
    }
  }
  return null;
}

function textOf({ state }: { readonly state: { readonly data: unknown } }): string {
  return JSON.stringify(state.data) ?? '';
}
