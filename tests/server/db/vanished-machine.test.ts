import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAdvisoryLocks } from '../../../src/server/db/advisory-locks.ts';
import { freePort } from '../../support/free-port.ts';
import {
  findInstalledPostgres,
  type InstalledPostgres,
  startInstalledPostgres,
} from '../../support/installed-postgres.ts';

/** Linux tells what the kernel does with a connection. */
const CONNECTIONS = '/proc/net/tcp';
/** Of the times there, in a second. */
const HERTZ = 100;
const PATIENCE = { timeout: 30_000 };
const installed = process.platform === 'linux' ? findInstalledPostgres() : null;

let port: number;
let postgres: InstalledPostgres;
beforeAll(async () => {
  if (installed === null) return;
  port = await freePort();
  postgres = await startInstalledPostgres(installed, port);
});
afterAll(() => postgres?.stop());

/** Seconds until the kernel next asks whether somebody who is silent is still there; null while it has other things to do. */
async function nextAsked(clientPort: number): Promise<number | null> {
  const end = (number: number) => `0100007F:${number.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = (await readFile(CONNECTIONS, 'utf8')).split('\n').map((line) => line.trim().split(/\s+/));
  const line = lines.find(([, local, remote]) => local === end(port) && remote === end(clientPort));
  const [kind, when] = line?.[5]?.split(':') ?? [];
  return kind === '02' && when !== undefined ? Number.parseInt(when, 16) / HERTZ : null;
}

test.skipIf(installed === null)(
  'who holds a lock and says nothing any more is asked within seconds, not hours',
  async () => {
    const connectionString = await postgres.makeDatabase();
    const locks = createAdvisoryLocks({ connectionString });
    const release = await locks.takeOne(['a place']);
    expect(release).not.toBeNull();
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ client_port: number }>(
      `select client_port from pg_stat_activity where application_name = 'vitrine-locks'`,
    );
    await client.end();
    const seconds = await vi.waitFor(async () => {
      const next = await nextAsked(rows[0]!.client_port);
      if (next === null) throw new Error('something is on its way');
      return next;
    }, PATIENCE);
    expect(seconds).toBeLessThan(20);
    await locks.close();
  },
);
