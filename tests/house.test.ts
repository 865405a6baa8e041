import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
/** `from '…'`, `import('…')` and `import '…'`, as the formatter writes them. */
const IMPORTED = /(?:\bfrom |\bimport\(\s*|^import )'([^']+)'/gm;

/** Where each library may be imported; what is not here may be imported by whoever its floor's compiler settings let. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/client-s3': ['src/server/backup/places', 'src/server/storage'],
  '@aws-sdk/lib-storage': ['src/server/backup/places', 'src/server/storage'],
  '@aws-sdk/s3-request-presigner': ['src/server/storage'],
  '@fastify/cookie': ['src/server/http'],
  '@fastify/cors': ['src/server/http'],
  '@fastify/helmet': ['src/server/http'],
  '@fastify/rate-limit': ['src/server/http'],
  '@fastify/static': ['src/server/http'],
  '@fastify/swagger': ['src/server/http'],
  '@fastify/swagger-ui': ['src/server/http'],
  '@fastify/websocket': ['src/server/routes'],
  '@gltf-transform/core': ['src/tracer/animation', 'src/tracer/gltf', 'src/workers/compute/gltf'],
  '@gltf-transform/extensions': ['src/tracer/gltf', 'src/workers/compute/gltf'],
  '@jsquash/avif': ['src/tracer/gltf'],
  '@jsquash/jpeg': ['src/tracer/gltf'],
  '@jsquash/png': ['src/tracer/gltf', 'src/workers/compute/pictures'],
  '@jsquash/webp': ['src/tracer/gltf', 'src/workers/compute/pictures'],
  '@node-rs/argon2': ['src/server/accounts/passwords'],
  '@opentelemetry/api': ['src/server/tracing'],
  '@opentelemetry/exporter-trace-otlp-http': ['src/server/tracing'],
  '@opentelemetry/resources': ['src/server/tracing'],
  '@opentelemetry/sdk-trace-node': ['src/server/tracing'],
  '@peculiar/asn1-schema': ['src/server/lan'],
  '@peculiar/asn1-x509': ['src/server/lan'],
  '@peculiar/x509': ['src/server/lan'],
  '@simplewebauthn/browser': ['src/app/features/account'],
  '@simplewebauthn/server': ['src/server/accounts/factors'],
  'close-with-grace': ['src/server/process'],
  comlink: ['src/workers'],
  culori: ['src/server/renders/fidelity'],
  dexie: ['src/app/data', 'src/app/values/model-table.ts', 'src/app/browser/stored-locks.ts'],
  draco3dgltf: ['src/command/model', 'src/server/models', 'src/server/renders/engines'],
  'drizzle-orm': ['src/server'],
  'hash-wasm': ['src/workers/compute'],
  html2canvas: ['src/app/features/feedback'],
  jose: ['src/server/accounts'],
  jszip: ['src/workers/compute/archive'],
  nodemailer: ['src/server/mail'],
  'openid-client': ['src/server/accounts/providers'],
  otpauth: ['src/server/accounts/factors'],
  'pdfjs-dist': ['src/workers/compute/pdf'],
  pg: ['src/server/db'],
  'pg-boss': ['src/server/renders/queue'],
  pino: ['src/server/process'],
  'prom-client': ['src/server/http', 'src/server/process', 'src/server/deps.ts'],
  'reflect-metadata': ['src/server/lan'],
  sharp: ['src/server/images', 'src/server/renders/engines/comfyui/graph', 'src/server/renders/fidelity'],
  stripe: ['src/server/billing/stripe'],
  three: ['src/command/recipe', 'src/tracer/scene', 'src/workers/compute', 'src/workers/viewer'],
  'three-mesh-bvh': ['src/tracer/scene', 'src/workers/viewer'],
  uqr: ['src/app/features/account', 'src/server/lan'],
  'workbox-precaching': ['src/workers/offline.ts'],
  'workbox-routing': ['src/workers/offline.ts'],
  'workbox-strategies': ['src/workers/offline.ts'],
  'workbox-window': ['src/app/shell'],
  'web-push': ['src/server/push'],
  ws: ['src/server/renders/engines/comfyui/fleet'],
  yauzl: ['src/server/libraries'],
  yazl: ['src/server/accounts'],
};
/** Folders that may hold more than 25 modules: a feature is one subject, components and shaders are many small ones. */
const LARGE = /^src\/app\/(features\/[^/]+|ui)$|^src\/workers\/viewer$/;

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => /\.tsx?$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
const modules = sources.filter((file) => !file.includes('/assembly/'));

test('every library has its home', () => {
  const strays: string[] = [];
  for (const file of modules) {
    for (const [, specifier = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTED)) {
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
      const homes = HOMES[name];
      if (homes !== undefined && !homes.some((home) => file === home || file.startsWith(`${home}/`)))
        strays.push(`${file} imports ${name}, which belongs to ${homes.join(', ')}`);
    }
  }
  expect(strays).toEqual([]);
});

test('a home that nobody lives in is not named', () => {
  const imported = new Set<string>();
  for (const file of modules)
    for (const [, specifier = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORTED))
      imported.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  expect(Object.keys(HOMES).filter((name) => !imported.has(name))).toEqual([]);
});

/** Tables that are only good as one. */
const LONG = [
  'src/contract/constants.ts',
  'src/server/http/failure-response.ts',
  'src/tracer/kernel/layout.ts',
];

test('a file stops at 300 lines, but for those that are one table', () => {
  const lines = (file: string): number => readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
  expect(sources.filter((file) => lines(file) > 300).sort()).toEqual(LONG);
});

test('what a comment links to is declared or imported where it stands', () => {
  const dangling = sources.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const names = new Set(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').match(/[\w$]+/g));
    return [...text.matchAll(/\{@link ([\w$]+)/g)].flatMap(([, name = '']) =>
      names.has(name) ? [] : [`${file}: ${name}`],
    );
  });
  expect(dangling).toEqual([]);
});

test('a room holds 25 modules at most, the root of src/app 15', () => {
  const counts = new Map<string, number>();
  for (const file of sources) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const full = [...counts].filter(
    ([room, count]) => !LARGE.test(room) && count > (room === 'src/app' ? 15 : 25),
  );
  expect(full).toEqual([]);
});
