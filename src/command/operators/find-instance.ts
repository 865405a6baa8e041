import { dirname, join } from 'node:path';
import type { Whereabouts } from '../../server/operators/open-instance.ts';
import type { Program } from '../engine/find-program.ts';
import type { Arguments, OptionPlans } from '../options/read-arguments.ts';

/** How an instance is found that was started in another way than by its variables alone. */
export const INSTANCE_OPTIONS: OptionPlans = {
  lan: { value: null, help: 'the server was started with --lan: its address is the one in the network' },
};

/** The instance that `npm start` starts in the product's folder, by the variables that are set here. */
export function findInstance({ contentDir, workersDir }: Program, args: Arguments): Whereabouts {
  const rootDir = dirname(contentDir);
  // Relative paths among the variables begin there, as they do for the server.
  process.chdir(rootDir);
  const places = { rootDir, migrationsDir: join(workersDir, 'migrations'), workersDir };
  const environment = args.has('lan') ? { ...process.env, LAN: 'on' } : process.env;
  return { environment, places };
}
