import type { EngineName } from '../../contract/engine-name.ts';
import type { App } from '../core/app.ts';
import { advanceLoader } from '../state/loader-machine.ts';

/** Has the loader show an order from the moment it is made, long before the server has answered. */
export function showOrdered({ state }: Pick<App, 'state'>, key: string, engine: EngineName | null): void {
  const { progress } = state;
  progress.loader = advanceLoader(progress.loader, { kind: 'ordered', id: key, engine });
}
