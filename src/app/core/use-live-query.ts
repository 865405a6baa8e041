import { useEffect, useState } from 'react';
import { useApp } from './use-app.ts';

/**
 * Rows of this device's database that follow every write, also of other tabs.
 *
 * @param query Reads through `app.db`; run again when one of `dependencies` changes.
 * @returns undefined until the first answer.
 */
export function useLiveQuery<T>(query: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const app = useApp();
  const [value, setValue] = useState<T | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller names what its query depends on
  useEffect(() => app.db.watch(query, setValue), [app, ...dependencies]);
  return value;
}
