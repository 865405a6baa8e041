import { openRentedDatabase, restoreInto } from './backups.ts';
import { startTestServer, type TestServer, testConfig } from './server.ts';

/** A server that was put back from a backup, into a place of its own. */
export async function startPutBack(from: string): Promise<TestServer> {
  const config = await testConfig();
  const { url, database } = await openRentedDatabase();
  await restoreInto(from, url, config);
  return startTestServer({ config: { dataDir: config.dataDir }, database });
}
