// biome-ignore lint/suspicious/noExplicitAny: whatever was sent
export type Sent = any;

/** A body as Stripe takes it: `items[0][price]=price_1` is an object in a list in an object. */
export function readForm(text: string): Sent {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '');
    let place = root;
    for (const key of keys.slice(0, -1)) place = (place[key] ??= {}) as Record<string, unknown>;
    const last = keys.at(-1) ?? '';
    if (name.endsWith('[]'))
      (place[last] = (place[last] as string[] | undefined) ?? []) && (place[last] as string[]).push(value);
    else place[last] = value;
  }
  return listify(root);
}

function listify(value: unknown): Sent {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inside]) => [key, listify(inside)] as const);
  if (entries.length > 0 && entries.every(([key], index) => key === String(index))) {
    return entries.map(([, inside]) => inside);
  }
  return Object.fromEntries(entries);
}
