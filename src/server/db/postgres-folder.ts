import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, readFile, realpath, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetupError } from '../process/setup-error.ts';
import { writeFirst } from '../process/write-first.ts';

/** PostgreSQL refuses root; `nobody` exists everywhere and initdb needs a user with a passwd entry. */
const NOBODY = 65_534;
/** A unix socket's address holds about 100 bytes (104 on macOS, 108 on Linux), file name included. */
const MAX_SOCKET_PATH_BYTES = 100;
/** In DATA_DIR: where root has its database. */
const NOTE = 'postgres.json';
export const SOCKET_NAME = '.s.PGSQL.5432';

/** Where one DATA_DIR's PostgreSQL lives, and as whom it runs. */
export interface PostgresFolder {
  /** Holds the lock file and the password; ours. */
  readonly state: string;
  /** The cluster; PostgreSQL's. */
  readonly data: string;
  /** Folder of the unix socket, 0700. */
  readonly socket: string;
  /** Where the programs are copied to. */
  readonly programs: string;
  /** Empty unless we are root. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/**
 * Makes the folders of the embedded PostgreSQL. As an ordinary user they are inside DATA_DIR. As root they are in
 * `stateDir`, because a home of mode 0700 cannot be entered by the user that PostgreSQL runs as; DATA_DIR then holds
 * a `postgres.json` that names the folder, so that it may be moved.
 *
 * @param stateDir Used by root only: `/var/lib/vitrine`.
 * @throws SetupError when the folder that DATA_DIR names is gone, and where the database is another user's: an empty one in its
 *   place would look like loss.
 */
export async function preparePostgresFolder(dataDir: string, stateDir: string): Promise<PostgresFolder> {
  const isRoot = process.getuid?.() === 0;
  const own = await realpath(dataDir);
  await checkPostgresUser(own);
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const state = isRoot ? await rootState(own, stateDir) : join(own, 'postgres');
  await mkdir(state, { recursive: true, mode: isRoot ? 0o755 : 0o700 });
  if (isRoot) await chmod(state, 0o755);

  let socket = join(state, 'run');
  if (Buffer.byteLength(join(socket, SOCKET_NAME)) > MAX_SOCKET_PATH_BYTES) {
    socket = join(tmpdir(), `vitrine-${shortHash(state)}`);
  }
  await makePrivateFolder(socket, identity);
  return { state, data: join(state, 'data'), socket, programs: isRoot ? stateDir : state, identity };
}

/**
 * Before anything is made in DATA_DIR: root and an ordinary user have their databases in different folders, and who comes as the other
 * one would find none.
 *
 * @param dataDir Need not be there.
 * @throws SetupError where it has a database that was made as another user.
 */
export async function checkPostgresUser(dataDir: string): Promise<void> {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  const data = join(dataDir, 'postgres', 'data');
  const hasNote = existsSync(join(dataDir, NOTE));
  const owner = await lstat(data).then(
    (info) => info.uid,
    () => null,
  );
  if (uid === 0 && hasNote) return;
  if (owner === null) {
    if (!hasNote) return;
    throw new SetupError(
      `The database of ${dataDir} was made as root, and this runs as ${await nameOf(uid)}: run it as root (sudo), or set another DATA_DIR.`,
    );
  }
  if (owner === uid && uid !== 0) return;
  const sentence =
    owner === 0
      ? `The database in ${data} belongs to root, as which PostgreSQL does not run: give ${dataDir} back to the user who made it (chown -R), and run this as that user.`
      : `The database in ${data} belongs to ${await nameOf(owner)}, and this runs as ${await nameOf(uid)}: run it as ${await nameOf(owner)}, or set another DATA_DIR.`;
  throw new SetupError(sentence);
}

/** As people write it, where this system says it in a file. */
async function nameOf(uid: number): Promise<string> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = users.split('\n').find((one) => one.split(':')[2] === String(uid));
  return line?.split(':')[0] ?? `the user ${uid}`;
}

/**
 * A DATA_DIR without the note is a new one, even where an older one had the same path: it gets a folder of its own, so
 * that deleting DATA_DIR begins anew.
 */
async function rootState(dataDir: string, stateDir: string): Promise<string> {
  const note = join(dataDir, NOTE);
  if (!existsSync(note)) {
    const folder = join(stateDir, randomBytes(6).toString('hex'));
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const text = `${JSON.stringify({ folder })}\n`;
    // Another process of the same first start was faster: its note stands.
    if ((await writeFirst(note, text)) !== text) await rmdir(folder);
  }
  const folder = readNote(await readFile(note, 'utf8'));
  if (folder === null) throw new SetupError(`${note} is damaged: put it back from a backup of DATA_DIR.`);
  if (existsSync(folder)) return folder;
  throw new SetupError(
    `The database of ${dataDir} was in ${folder}, which is gone: restore it, or remove ${note} to begin with an empty one.`,
  );
}

function readNote(text: string): string | null {
  try {
    const { folder } = JSON.parse(text) as { folder?: unknown };
    return typeof folder === 'string' ? folder : null;
  } catch {
    return null;
  }
}

/** Mode 0700 and of the right owner, else it is not trusted: in a shared temp folder somebody else may have made it. */
async function makePrivateFolder(path: string, identity: PostgresFolder['identity']): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const found = await lstat(path);
  const owners = [process.getuid?.(), identity.uid];
  if (!found.isDirectory() || !owners.includes(found.uid)) {
    throw new SetupError(`The folder ${path} belongs to another user: remove it, or use another DATA_DIR.`);
  }
  await chmod(path, 0o700);
  await giveTo(path, identity);
}

/** Hands a file or folder to the user that PostgreSQL runs as. */
export async function giveTo(path: string, identity: PostgresFolder['identity']): Promise<void> {
  if (identity.uid !== undefined && identity.gid !== undefined) await chown(path, identity.uid, identity.gid);
}

/** The database password of this folder, made at first use, readable for us only. */
export async function readPassword(folder: PostgresFolder): Promise<string> {
  const path = join(folder.state, 'password');
  const password = existsSync(path)
    ? await readFile(path, 'utf8')
    : await writeFirst(path, randomBytes(24).toString('base64url'));
  return password.trim();
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
