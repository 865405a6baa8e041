import type { TestServer } from './server.ts';

/** The variables with which the command line finds the instance of a test's server: an external PostgreSQL to it. */
export function instanceOf(server: TestServer): Readonly<Record<string, string>> {
  const { connection } = server.deps.database;
  if ('connectionString' in connection) throw new Error('not a PostgreSQL of the tests');
  const { host, port, user, password, database } = connection;
  const address = new URL(`postgresql://localhost:${port}/${database}`);
  address.username = user;
  address.password = password;
  address.searchParams.set('host', host);
  return {
    DATABASE_URL: address.href,
    DATA_DIR: server.deps.config.dataDir,
    PUBLIC_URL: server.url,
    COMFY_URLS: 'off',
  };
}
