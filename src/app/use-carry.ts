import { useCallback } from 'react';
import { useApp } from './core/use-app.ts';
import type { StartCarry } from './features/libraries/LibraryGrid.tsx';
import { carryMaterial } from './stories/carry-material.ts';

/** {@link carryMaterial} of this page, the same function every time. */
export function useCarry(): StartCarry {
  const app = useApp();
  return useCallback((item, x, y) => carryMaterial(app, item, x, y), [app]);
}
