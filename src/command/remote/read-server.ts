import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { API_KEY_PREFIX } from '../../contract/http/keys/api-keys.ts';
import type { Arguments, OptionPlans } from '../options/read-arguments.ts';
import { UsageError } from '../options/usage-error.ts';

/** Where a key stands that is in no file: never on the command line, which others on the machine can read. */
const KEY_VARIABLE = 'VITRINE_KEY';

/** A server that makes the pictures, and with what it is called. */
export interface ServerChoice {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
}

/** Whether this process makes the pictures, or a server. */
export const SERVER_OPTIONS: OptionPlans = {
  server: {
    value: 'URL',
    help: `let the server there make it, with an API key of scopes read, write and render in ${KEY_VARIABLE} or --key-file`,
  },
  'key-file': { value: 'FILE', help: 'file that the API key stands in' },
};

/** @returns Null: pictures are made here. @throws UsageError. */
export async function readServer(
  args: Arguments,
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ServerChoice | null> {
  const address = args.text('server');
  const file = args.text('key-file');
  if (address === undefined) {
    if (file === undefined) return null;
    throw new UsageError('--key-file goes with --server.');
  }
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`--server is an http or https address, not “${address}”.`);
  }
  const key = file === undefined ? environment[KEY_VARIABLE] : await readKey(resolve(cwd, file));
  if (key === undefined || key.trim() === '') {
    throw new UsageError(
      `--server needs an API key: in ${KEY_VARIABLE}, or in a file that --key-file names.`,
    );
  }
  if (!key.trim().startsWith(API_KEY_PREFIX)) {
    throw new UsageError(`The API key begins with ${API_KEY_PREFIX}: make one in Settings, Programs.`);
  }
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, key: key.trim() };
}

async function readKey(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new UsageError(`There is no file ${path}.`);
  }
}
