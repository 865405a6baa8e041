import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresBinaries, runProgram } from '../../src/server/db/postgres-binaries.ts';
import { giveTo } from '../../src/server/db/postgres-folder.ts';

/** Where Debian and its kin put each major version. */
const PACKAGES = '/usr/lib/postgresql';
/** The superuser, whom the product never is. */
const ADMIN = 'postgres';
/** PostgreSQL refuses root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** A PostgreSQL that is nobody's but this run's, from the machine's own packages: as a company has it, in its version. */
export interface InstalledPostgres {
  /** Makes an empty database of a role that may do nothing but own it. @returns Its address, as DATABASE_URL has it. */
  makeDatabase(): Promise<string>;
  /** Ends it, and nothing of it is left. */
  stop(): Promise<void>;
}

/** The newest PostgreSQL that the machine's packages brought; null where there is none. */
export function findInstalledPostgres(packages = PACKAGES): PostgresBinaries | null {
  if (!existsSync(packages)) return null;
  const majors = readdirSync(packages)
    .filter((name) => /^\d+$/.test(name) && existsSync(join(packages, name, 'bin/initdb')))
    .map(Number);
  const major = Math.max(...majors);
  return majors.length === 0 ? null : { major, folder: join(packages, String(major)) };
}

/**
 * Starts a cluster of its own; the machine's clusters are left alone.
 *
 * @param port Nobody listens there. Its socket is in a folder of mode 0700.
 * @throws Error with what its programs wrote.
 */
export async function startInstalledPostgres(
  binaries: PostgresBinaries,
  port: number,
): Promise<InstalledPostgres> {
  const identity = process.getuid?.() === 0 ? NOBODY : {};
  const folder = await mkdtemp(join(tmpdir(), 'pg-'));
  await giveTo(folder, identity);
  const [data, log, passwordFile] = ['data', 'log', 'password'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const password = randomBytes(12).toString('hex');
  const run = async (program: 'initdb' | 'pg_ctl', ...given: string[]) => {
    const { code, output } = await runProgram(binaries, program, given, identity);
    if (code === 0) return;
    throw new Error(`${program}: ${output}${await readFile(log, 'utf8').catch(() => '')}`);
  };
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  for (const path of [data, passwordFile]) await giveTo(path, identity);
  // Words in the order of a language, as a machine's own cluster has them, not in that of their bytes.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['-U', ADMIN, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const address = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  try {
    await run('initdb', '-D', data, ...access, ...locale);
    await run('pg_ctl', 'start', '-D', data, '-l', log, '-w', '-o', address);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  const urlOf = (user: string, secret: string, database: string) =>
    `postgresql://${user}:${secret}@127.0.0.1:${port}/${database}`;
  return {
    async makeDatabase() {
      const name = `tenant_${randomBytes(6).toString('hex')}`;
      const admin = new pg.Client({ connectionString: urlOf(ADMIN, password, 'postgres') });
      await admin.connect();
      await admin.query(`create role ${name} login password '${name}'`);
      await admin.query(`create database ${name} owner ${name}`);
      await admin.end();
      return urlOf(name, name, name);
    },
    async stop() {
      await run('pg_ctl', 'stop', '-D', data, '-m', 'fast', '-w');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
