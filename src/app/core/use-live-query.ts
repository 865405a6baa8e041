import { useEffect, useState } from 'react';
import { useApp } from './use-app.ts';

/**
 * Rows of this device's database that follow every write, also of other tabs.
 *
 * @param query Reads through `app.db`; run again when one of `dependencies` changes.
 * @param paceMs See `Database.watch`.
 * @returns undefined until the first answer.
 */
export function useLiveQuery<T>(
  query: () => Promise<T>,
  dependencies: readonly unknown[],
  paceMs = 0,
): T | undefined {
  const app = useApp();
  const [value, setValue] = useState<T | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what its query depends on
  useEffect(() => app.db.watch(query, setValue, paceMs), [app, ...dependencies]);
  return value;
}
