import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** STATE_DIR of all products of a run: PostgreSQL, which does not run as root, can enter it. */
export async function makeStateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-state-'));
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Fills a DATA_DIR with what the first start of a product makes: database, libraries, secrets. A copy takes a fifth of
 * that start's time on the processor.
 *
 * @param template DATA_DIR of a product that was started once and has stopped.
 * @param folder Existing and empty.
 */
export async function copyProduct(template: string, folder: string): Promise<void> {
  await run('cp', ['-a', join(template, '.'), folder]);
  // For root, the database is elsewhere (preparePostgresFolder).
  const note = join(folder, 'postgres.json');
  if (!existsSync(note)) return;
  const { folder: cluster } = JSON.parse(await readFile(note, 'utf8')) as { folder: string };
  const own = await mkdtemp(join(dirname(cluster), 'copy-'));
  await run('cp', ['-a', join(cluster, '.'), own]);
  await writeFile(note, `${JSON.stringify({ folder: own })}\n`);
}
