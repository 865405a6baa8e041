import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/server/config.ts';
import { Environment } from '../../src/server/environment.ts';
import { failureResponse } from '../../src/server/http/failure-response.ts';
import { bundleEntry, makeSmallRoot, startChild } from '../support/child-process.ts';
import { makeCertificate } from '../support/make-certificate.ts';

/** No container runs here: the files are read, and the same process lines are run. */

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** Exists everywhere; initdb wants a user with an entry. */
const NOBODY = 65_534;

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string; readonly required: boolean }[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly deploy?: { readonly replicas: number };
}
const compose = (path: string) =>
  parse(read(path), { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, unknown>>;
  };
/** Instructions of the image that runs: those behind the last FROM, continued lines joined. */
function instructions(): [name: string, rest: string][] {
  const lines = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n');
  const from = lines.findLastIndex((line) => line.startsWith('FROM '));
  return lines.slice(from).flatMap((line) => {
    const [, name, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [[name, rest] as [string, string]];
  });
}
const one = (name: string): string => instructions().find(([each]) => each === name)?.[1] ?? '';
const environmentOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(' ').map((pair) => pair.split('=') as [string, string]));

let app: string;
let data: string;
beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'vitrine-image-'));
  await chmod(app, 0o755);
  data = await mkdtemp(join(tmpdir(), 'vitrine-image-data-'));
});
afterAll(async () => {
  await rm(app, { recursive: true, force: true });
  await rm(data, { recursive: true, force: true });
});

test('the image is not root, has no more than it runs with, and lives by its own process line and health check', async () => {
  expect(one('USER')).toBe('vitrine');
  const copied = instructions().flatMap(([name, rest]) => (name === 'COPY' ? [rest] : []));
  expect(copied.join(' ')).not.toMatch(/\/app (?!\/)|src|tests|\.git/);

  // The folder of the image, of which nothing can be written.
  await makeSmallRoot(app);
  await symlink(join(ROOT, 'node_modules'), join(app, 'node_modules'));
  await rm(join(app, 'dist'));
  const built = dirname(await bundleEntry('src/server/main.ts'));
  await mkdir(join(app, 'dist'));
  await cp(built, join(app, 'dist/server'), { recursive: true });
  await symlink(join(ROOT, 'dist/tracer'), join(app, 'dist/tracer'));
  await symlink(join(ROOT, 'dist/app'), join(app, 'dist/app'));
  await chmod(app, 0o555);
  // Whoever runs as root becomes somebody who is not, as in the image.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid !== undefined) await chown(data, NOBODY, NOBODY);

  const [program, ...args] = JSON.parse(one('CMD')) as string[];
  expect([program, args[0]]).toEqual(['node', '--enable-source-maps']);
  const environment = {
    ...environmentOf(one('ENV')),
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PORT: '0',
    COMFY_URLS: 'off',
  };
  const server = startChild(join(app, args[1] ?? ''), environment, { cwd: app, ...user });
  const [, port = ''] = await server.line(/^Vitrine is ready: http:\/\/localhost:(\d+)\//m);

  const [, check = '[]'] = /CMD (\[.+\])$/.exec(one('HEALTHCHECK')) ?? [];
  const [asking, script = ''] = JSON.parse(check) as string[];
  expect(asking).toBe('node');
  expect(copied).toContain(`--from=build /app/deploy/${script} ./`);
  const asked = (at: string) => startChild(join(ROOT, 'deploy', script), { PORT: at }).ended;
  expect((await asked(port)).code).toBe(0);
  server.process.kill(one('STOPSIGNAL') as NodeJS.Signals);
  expect((await server.ended).code).toBe(0);
  expect((await asked(port)).code).toBe(1);
});

test('the health check asks what a container of its role serves, as it is served', async () => {
  const alive = async (environment: Record<string, string>) =>
    (await startChild(join(ROOT, 'deploy/healthcheck.mjs'), environment).ended).code === 0;
  const asked: string[] = [];
  let status = 200;
  const answer = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    asked.push(url);
    response.writeHead(status).end();
  };
  const open = async (server: Server) => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return String((server.address() as AddressInfo).port);
  };
  const plain = createServer(answer);
  const secure = createSecureServer(await makeCertificate(1), answer);
  const [port, securePort] = [await open(plain), await open(secure)];
  const TLS = { TLS_CERT: '/tls/cert.pem', HOST: '0.0.0.0' };
  try {
    expect(await alive({ ROLE: 'api', PORT: port })).toBe(true);
    expect(await alive({ ...TLS, PORT: securePort })).toBe(true);
    expect(await alive({ ROLE: 'worker', ...TLS, PORT: '1', METRICS_PORT: port })).toBe(true);
    expect(asked).toEqual(['/api/health', '/api/health', '/']);
    status = 503;
    expect(await alive({ ...TLS, PORT: securePort })).toBe(false);
    expect(await alive({ ROLE: 'worker', METRICS_PORT: port })).toBe(false);
    // There is nothing to ask one that serves nothing.
    expect(await alive({ ROLE: 'worker', PORT: '1' })).toBe(true);
  } finally {
    plain.close();
    secure.close();
  }
});

test.each(['compose.yaml', 'compose.scale.yaml'])(
  '%s names what is there, and every variable that it sets is one',
  (path) => {
    const { services, volumes } = compose(path);
    const known = new Set([...README.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name));
    for (const [name, service] of Object.entries(services)) {
      if (service.build !== undefined) {
        expect(service.build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile' });
        expect(service.read_only, name).toBe(true);
        for (const variable of Object.keys(service.environment ?? {}))
          expect(known, name).toContain(variable);
      } else expect(service.image, name).toBeDefined();
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {});
      for (const other of needed) expect(Object.keys(services), name).toContain(other);
      for (const volume of service.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(join(ROOT, 'deploy', source)), source).toBe(true);
        else expect(Object.keys(volumes), name).toContain(source);
      }
    }
  },
);

/** What a container has where a file .env beside the Compose file says `given`, by the rules of Compose. */
function environmentIn(service: Service, given: Readonly<Record<string, string>>): Record<string, string> {
  const isRead = service.env_file?.some(({ path, required }) => path === '.env' && !required) === true;
  const set = Object.entries(service.environment ?? {}).map(([name, value]) => [
    name,
    value.replace(
      /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
      (_, variable: string, other = '') => given[variable] || other,
    ),
  ]);
  return { ...(isRead ? given : {}), ...Object.fromEntries(set) };
}

test.each(['compose.yaml', 'compose.scale.yaml'])(
  '%s: a variable of .env reaches every container, or the page on it says that it is fixed',
  (path) => {
    const rows = README.split('\n').flatMap((line) => /^\| (`[A-Z][^|]+) \|/.exec(line)?.[1] ?? []);
    const told = rows.flatMap((row) =>
      [...row.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''),
    );
    const variables = [...new Set([...told, ...Object.keys(Environment.shape)])];
    expect(variables).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
    const given = Object.fromEntries(variables.map((name) => [name, `of .env: ${name}`]));
    const fixed = read('README.md')
      .split('\n')
      .findLast((line) => line.startsWith(`| \`${path}\` |`));
    const said = [...(fixed ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].flatMap(([, name = '']) =>
      name === 'DOMAIN' ? [] : [name],
    );
    const { services } = compose(path);
    for (const [name, service] of Object.entries(services)) {
      if (service.build === undefined) continue;
      const has = environmentIn(service, given);
      const lost = variables.filter((variable) => has[variable] !== given[variable]);
      // One worker makes the backups.
      const meant = path === 'compose.scale.yaml' && name !== 'keeper' ? [...said, 'BACKUP_EVERY'] : said;
      expect(lost.toSorted(), name).toEqual(meant.toSorted());
    }
  },
);

test('scaled out there are two of each, with one secret, one database and one store', () => {
  const { services } = compose('compose.scale.yaml');
  const ours = Object.values(services).filter(({ build }) => build !== undefined);
  const workers = ours.filter(({ environment }) => environment?.ROLE === 'worker');
  const count = (some: Service[]) => some.reduce((sum, { deploy }) => sum + (deploy?.replicas ?? 1), 0);
  expect([count(ours) - count(workers), count(workers)]).toEqual([2, 2]);
  for (const name of ['JWT_SECRET', 'DATABASE_URL', 'S3_BUCKET', 'S3_ENDPOINT', 'PUBLIC_URL', 'BACKUP_DIR'])
    expect(new Set(ours.map(({ environment }) => environment?.[name])).size, name).toBe(1);
  // The proxy asks each that serves people, and no other.
  const [, asked = ''] = /reverse_proxy (.+) \{/.exec(read('Caddyfile')) ?? [];
  const serving = Object.entries(services).filter(([, { environment }]) => environment?.ROLE === 'api');
  expect(asked.split(' ')).toEqual(serving.map(([name]) => `${name}:8000`));
  // While none of them answers, it says what each says as it starts: programs wait, and the page looks again by itself.
  const [, away = ''] = /^\thandle_errors \{\n([\s\S]+?)^\t\}/m.exec(read('Caddyfile')) ?? [];
  const [, told = 'null'] = /handle \/api\/\* \{[\s\S]+?respond `(.+)` 503/.exec(away) ?? [];
  expect(JSON.parse(told)).toEqual(failureResponse({ code: 'server-unready' }).body);
  expect(away).toMatch(/handle \{[\s\S]+<meta http-equiv="refresh"/);
  // A worker listens to nobody, so that it is asked by its figures.
  for (const { healthcheck, environment } of workers)
    expect(healthcheck?.test.join(' ')).toContain(`:${environment?.METRICS_PORT}/metrics`);
  // What a container keeps goes with it: backups, those before migrations as well, are in the store, made by one process.
  const variables = ours[0]?.environment ?? {};
  expect(variables.BACKUP_DIR).toBe(`\${BACKUP_DIR:-s3://${variables.S3_BUCKET}/backups}`);
  expect(count(ours.filter(({ environment }) => environment?.BACKUP_EVERY !== ''))).toBe(1);
});

test.each(['vitrine.service', 'vitrine-worker@.service'])(
  '%s has limits, writes to its state only, and is no root',
  (path) => {
    const unit = read(`systemd/${path}`);
    const settings = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
    for (const [name, value] of [
      path === 'vitrine.service' ? ['User', 'vitrine'] : ['DynamicUser', 'yes'],
      ['ProtectSystem', 'strict'],
      ['NoNewPrivileges', 'yes'],
      ['CapabilityBoundingSet', ''],
    ])
      expect([name, settings.get(name)]).toEqual([name, value]);
    for (const name of ['MemoryMax', 'TasksMax', 'LimitNOFILE', 'TimeoutStopSec'])
      expect(settings.get(name), name).toBeDefined();
    expect(settings.get('ExecStart')).toMatch(
      /^(.* )?\/usr\/bin\/node --enable-source-maps dist\/server\/main\.js$/,
    );
    expect(unit).toContain(`DATA_DIR=/var/lib/${settings.get('StateDirectory')}`);
  },
);

test('workers beside a service share its file of variables, and none of its ports and backups', () => {
  const [, given = ''] =
    /^ExecStart=\/usr\/bin\/env (.+) \/usr\/bin\/node /m.exec(read('systemd/vitrine-worker@.service')) ?? [];
  // systemd lets a file of variables win over what the unit sets: what makes it a worker stands in its command.
  const shared = {
    DATABASE_URL: 'postgresql://vitrine@db/vitrine',
    JWT_SECRET: 'x'.repeat(32),
    PORT: '8000',
    METRICS_PORT: '9100',
    BACKUP_EVERY: '24',
  };
  const places = { rootDir: ROOT, migrationsDir: ROOT, workersDir: ROOT };
  const config = readConfig({ ...shared, ...environmentOf(given) }, places);
  expect(config).toMatchObject({ role: 'worker', port: 0, metricsPort: null, backups: { everyMs: null } });
});

test('the user of the service is one that stays, so that commands reach the embedded database beside it', () => {
  const unit = read('systemd/vitrine.service');
  const [, user] = /^User=(\w+)$/m.exec(unit) ?? [];
  expect(unit).not.toMatch(/^DynamicUser=/m);
  const [, made, home] = /^u (\w+) - "\w+" (\S+)$/m.exec(read('systemd/vitrine-sysusers.conf')) ?? [];
  expect([made, home]).toEqual([user, /DATA_DIR=(\S+)/.exec(unit)?.[1]]);
  // What people copy: files that are there, the user's own folder, and the variables of the service.
  const lines = read('README.md').split('\n');
  const copied = lines.filter((one) => one.startsWith('sudo cp ')).map((line) => line.split(' ')[2] ?? '');
  expect(copied).toEqual(['deploy/systemd/vitrine-sysusers.conf', 'deploy/systemd/vitrine.service']);
  for (const from of copied) expect(existsSync(join(ROOT, from)), from).toBe(true);
  // A service of before that runs has a user of that name, which goes with it: systemd-sysusers would make none.
  const steps = [
    'systemctl stop vitrine',
    'sudo systemd-sysusers',
    copied[1],
    'systemctl restart vitrine',
  ].map((step) => lines.findIndex((line) => line.startsWith('sudo ') && line.includes(String(step))));
  expect(steps).not.toContain(-1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  const command = lines.find((line) => line.startsWith(`sudo -u ${user} `)) ?? '';
  expect(command).toContain(`DATA_DIR=${home}`);
  expect(command).toContain(`--env-file=${/^EnvironmentFile=-(.+)$/m.exec(unit)?.[1]}`);
});
