import type { TestProject } from 'vitest/node';
import { bundlesOf } from '../../tests/support/bundles-of.ts';
import { makeStateFolder } from './product-template.ts';
import {
  findFreePort,
  makeDataFolder,
  makeStartedFolder,
  removeDataFolder,
  startProduct,
} from './running-server.ts';
import { startScaledProduct } from './scaled-product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the product that stories share; each has an account of its own there. */
    readonly productUrl: string;
    /** DATA_DIR of a product that was started once, see `makeStartedFolder`. */
    readonly productTemplate: string;
  }
}

/** One product for all stories that neither kill it nor need its owner; what those start is a copy of one that was. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stateFolder = await makeStateFolder();
  process.env.STATE_DIR = stateFolder;
  const template = makeDataFolder();
  await (await startProduct(template, await findFreePort())).stop();
  project.provide('productTemplate', template);
  const folder = await makeStartedFolder(template);
  const environment = { RATE_LIMIT_FACTOR: '0', PAYMENTS: 'test', SALES_EMAIL: 'sales@example.com' };
  const server =
    process.env.DEPLOYMENT === 'scaled'
      ? await startScaledProduct(environment)
      : await startProduct(folder, await findFreePort(), environment);
  project.provide('productUrl', server.url);
  // Bundles of fake servers stand under the name of the run's folder.
  project.provide('postgresDir', folder);
  return async () => {
    await server.stop();
    for (const path of [folder, bundlesOf(folder), template, stateFolder]) removeDataFolder(path);
  };
}
