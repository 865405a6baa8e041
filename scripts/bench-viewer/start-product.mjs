import { spawn } from 'node:child_process';
import { createServer } from 'node:net';

/** Starts the built product on a folder of its own. Resolves with its address once it is ready. @param wanted Its port; any. */
export async function startProduct(dataFolder, wanted = null) {
  const port = wanted ?? (await findFreePort());
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataFolder,
      PORT: String(port),
      HOST: '127.0.0.1',
      RATE_LIMIT_FACTOR: '0',
    },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const ready = /^Vitrine is ready: (\S+)\n/m.exec(output);
      if (ready) resolve(ready[1]);
    });
    child.once('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it listened:\n${output}`)),
    );
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function findFreePort() {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
