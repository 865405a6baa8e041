import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFakeServer } from './fake-server.ts';
import { type Command, readSettings, type Switches } from './switches.ts';

/** Entry: a fake ComfyUI on one port, and on another what changes and watches it. */
const { FAKE_PORT = '0', FAKE_SWITCHES = '{}' } = process.env;
const fake = await startFakeServer(Number(FAKE_PORT), JSON.parse(FAKE_SWITCHES) as Partial<Switches>);

const control = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const asked = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as object) : {};
    obey(request.url ?? '', asked).then(
      (answer) => response.end(JSON.stringify(answer ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});

async function obey(path: string, asked: object): Promise<unknown> {
  if (path === '/switches') return Object.assign(fake.switches, readSettings(asked));
  if (path === '/commands') return fake.command(asked as Command);
  if (path === '/journal') return fake.journal.read();
  const { fields, count } = asked as { fields: Record<string, unknown>; count: number };
  return fake.journal.until(fields, count);
}

control.listen(0, '127.0.0.1', () => {
  const { port } = control.address() as AddressInfo;
  console.log(`ready ${fake.port} ${port}`);
});

// Whoever started it may be killed without a word.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000);
