import type { TestProject } from 'vitest/node';
import { bundlesOf } from '../../tests/support/bundles-of.ts';
import { findFreePort, makeDataFolder, removeDataFolder, startProduct } from './running-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the product that stories share; each has an account of its own there. */
    readonly productUrl: string;
  }
}

/** One product for all stories that neither kill it nor need its owner: a start of its own costs each 15 s. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeDataFolder();
  const server = await startProduct(folder, await findFreePort(), {
    RATE_LIMIT_FACTOR: '0',
    PAYMENTS: 'test',
    SALES_EMAIL: 'sales@example.com',
  });
  project.provide('productUrl', server.url);
  // Bundles of fake servers stand under the name of the run's folder.
  project.provide('postgresDir', folder);
  return async () => {
    await server.stop();
    removeDataFolder(folder);
    removeDataFolder(bundlesOf(folder));
  };
}
