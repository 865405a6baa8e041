import { openEmbeddedPostgres } from '../../src/server/db/embedded-postgres.ts';
import { findInstalledPostgres, startInstalledPostgres } from '../../tests/support/installed-postgres.ts';
import { startRoundRobin } from '../../tests/support/round-robin.ts';
import { startS3 } from '../../tests/support/s3/start-s3.ts';
import { makeStateFolder } from './product-template.ts';
import {
  findFreePort,
  makeDataFolder,
  type RunningServer,
  removeDataFolder,
  startProduct,
} from './running-server.ts';

type Role = 'all' | 'api' | 'worker';

/** A process of the product among others; it can be killed and started anew. */
export interface Node {
  readonly role: Role;
  kill(): Promise<void>;
  /** Another in its place. */
  restart(): Promise<void>;
}

/**
 * The product on many machines, as deploy/compose.scale.yaml has it: PostgreSQL, an S3-compatible store, two processes that
 * answer people, two that render, and a balancer in front. None of them shares a folder with another. PostgreSQL is that of
 * the machine's packages, as a company has it, where there is one, else the embedded one.
 */
export interface ScaledProduct {
  /** Of the balancer, with a slash at the end. */
  readonly url: string;
  readonly nodes: readonly Node[];
  readonly databaseUrl: string;
  /** Where browsers reach the store of the files. */
  readonly storeUrl: string;
  /** Processes that run. */
  pids(): readonly { readonly role: Role; readonly pid: number }[];
  /** Connections that each of those that answer has been given. */
  shares(): readonly number[];
  stop(): Promise<void>;
}

const SECRET = 'the same secret on every node of this story';

/**
 * @param environment Of every node, besides what makes them one.
 * @param roles The first one answers people, and is alone while it fills the database.
 */
export async function startScaledProduct(
  environment: Record<string, string> = {},
  roles: readonly Role[] = ['api', 'api', 'worker', 'worker'],
): Promise<ScaledProduct> {
  const [postgres, store] = await Promise.all([openPostgres(), startS3()]);
  const balancer = await startRoundRobin(await findFreePort());
  const url = `http://localhost:${balancer.port}`;
  const { bucket, endpoint, region, credentials } = store.settings;
  const common = {
    PUBLIC_URL: url,
    DATABASE_URL: postgres.url,
    JWT_SECRET: SECRET,
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_PUBLIC_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
    CONNECTIONS_PER_ADDRESS: '0',
    RATE_LIMIT_FACTOR: '0',
    ...environment,
  };
  const folders: string[] = [];
  const apiPorts = new Set<number>();
  const share = (): void => balancer.setTargets([...apiPorts]);

  async function startNode(role: Role): Promise<Node & { stop(): Promise<void>; pid(): number | undefined }> {
    let running: { readonly server: RunningServer; readonly port: number } | null = null;
    const start = async (): Promise<void> => {
      const own = makeDataFolder();
      folders.push(own);
      const at = await findFreePort();
      const server = await startProduct(own, at, { ...common, ROLE: role });
      running = { server, port: at };
      if (role !== 'worker') apiPorts.add(at);
      share();
    };
    const end = async (how: 'kill' | 'stop'): Promise<void> => {
      if (running === null) return;
      const { server, port: at } = running;
      running = null;
      await server[how]();
      // A balancer finds out by itself; what it is told later is as good as never.
      apiPorts.delete(at);
      share();
    };
    await start();
    return {
      role,
      pid: () => running?.server.pid,
      kill: () => end('kill'),
      stop: () => end('stop'),
      async restart() {
        await end('kill');
        await start();
      },
    };
  }
  const [firstRole = 'all', ...otherRoles] = roles;
  const first = await startNode(firstRole);
  const rest = await Promise.all(otherRoles.map(startNode));
  const nodes = [first, ...rest];
  return {
    url: `${url}/`,
    nodes,
    databaseUrl: postgres.url,
    storeUrl: endpoint,
    pids: () =>
      nodes.flatMap(({ role, pid }) => (pid() === undefined ? [] : [{ role, pid: pid() as number }])),
    shares: () => [...apiPorts].map((at) => balancer.given.get(at) ?? 0),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await balancer.close();
      await postgres.stop();
      await store.stop();
      for (const path of folders) removeDataFolder(path);
    },
  };
}

/** One with an empty database, or, embedded, one that has nobody's rows. */
async function openPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const installed = findInstalledPostgres();
  if (installed !== null) {
    const postgres = await startInstalledPostgres(installed, await findFreePort());
    return { url: await postgres.makeDatabase(), stop: postgres.stop };
  }
  const folder = makeDataFolder();
  const postgres = await openEmbeddedPostgres({ dataDir: folder, stateDir: await makeStateFolder() });
  if ('connectionString' in postgres.connection)
    throw new Error('The embedded PostgreSQL listens on a socket.');
  const { user, password, host, port, database } = postgres.connection;
  const url = new URL(`postgresql://localhost/${database}`);
  url.username = user;
  url.password = password;
  url.searchParams.set('host', host);
  url.searchParams.set('port', String(port));
  const stop = async () => {
    await postgres.close();
    removeDataFolder(folder);
  };
  return { url: url.href, stop };
}
