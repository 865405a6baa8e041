import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PostgresBinaries, runProgram } from './postgres-binaries.ts';
import { giveTo, type PostgresFolder } from './postgres-folder.ts';
import { notStarted } from './postgres-not-started.ts';

/** The one user of the embedded PostgreSQL. */
export const POSTGRES_USER = 'vitrine';

/**
 * Makes the cluster aside and renames it, so that a killed start leaves none or a whole one.
 *
 * @param password Of {@link POSTGRES_USER}.
 * @throws SetupError in words.
 */
export async function makeCluster(
  folder: PostgresFolder,
  binaries: PostgresBinaries,
  password: string,
): Promise<void> {
  const draft = `${folder.data}.draft`;
  const passwordFile = join(folder.socket, 'initdb-password');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await giveTo(draft, folder.identity);
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  await giveTo(passwordFile, folder.identity);
  try {
    const made = await runProgram(
      binaries,
      'initdb',
      [
        ...[
          '-D',
          draft,
          '-U',
          POSTGRES_USER,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--data-checksums',
        ],
        ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ],
      folder.identity,
    );
    if (made.code !== 0) throw notStarted(made.output);
    await appendFile(join(draft, 'postgresql.conf'), "\ninclude 'vitrine.conf'\n");
    await rename(draft, folder.data);
  } finally {
    await rm(passwordFile, { force: true });
  }
}
