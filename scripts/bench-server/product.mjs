import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Starts a Node process beside this one: its printed lines can be waited for, and it ends when told. */
export function start(args, environment) {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    pid: child.pid,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        child.stdout.on('data', (chunk) => {
          output += chunk;
          const found = pattern.exec(output);
          if (found) resolve(found);
        });
        void ended.then(() => reject(new Error(`It ended first: ${output}`)));
      }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The embedded PostgreSQL of a running product. */
export function readConnection(dataDir) {
  const note = join(dataDir, 'postgres.json');
  const state = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')).folder : join(dataDir, 'postgres');
  const password = readFileSync(join(state, 'password'), 'utf8').trim();
  return { host: join(state, 'run'), user: 'vitrine', password, database: 'vitrine' };
}

/** A port of this machine that nobody listens on. */
export function findFreePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port: found } = probe.address();
      probe.close(() => resolve(found));
    });
  });
}
