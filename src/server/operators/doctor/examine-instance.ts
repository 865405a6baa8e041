import { readConfig } from '../../config.ts';
import type { Whereabouts } from '../open-instance.ts';
import { checkAddresses } from './check-addresses.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkDatabase } from './check-database.ts';
import { checkEngines } from './check-engines.ts';
import { checkDataDir, checkDisk } from './check-folders.ts';
import { checkPort } from './check-port.ts';
import { checkStore } from './check-store.ts';
import { type Finding, fail, ok, reasonOf } from './finding.ts';

/**
 * Looks at everything that keeps a server from starting or from its work, and changes nothing. Each finding comes as soon as it is
 * known.
 *
 * @param nodeVersion Such as `22.1.0`.
 */
export async function* examineInstance(
  { environment, places }: Whereabouts,
  nodeVersion: string,
): AsyncGenerator<Finding> {
  yield checkNode(nodeVersion);
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(environment, places);
  } catch (error) {
    yield fail('configuration', `${reasonOf(error)}.`, 'Change this variable; README says what it means.');
    return;
  }
  yield ok('configuration', 'The variables can be read.');
  yield* checkAddresses(config);
  yield await checkPort(config);
  yield checkCertificate(config, new Date());
  const folder = await checkDataDir(config);
  yield folder;
  yield await checkDisk(config);
  // Its folders would be looked for where nothing can be.
  if (config.databaseUrl !== null || folder.state !== 'fail') yield* await checkDatabase(config);
  yield* await checkStore(config);
  yield* await checkEngines(config);
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < 20 || (major === 20 && minor < 19);
  return isOld
    ? fail('node', `This is Node ${version}.`, 'Use Node 20.19 or newer.')
    : ok('node', `This is Node ${version}.`);
}
