import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { ReceivedMail, Switches } from './start-fake-smtp.ts';

/** Entry: a mail server on one port that keeps what it gets, and on another what changes and reads it. */
const switches: Switches = { refusals: 0, isSilent: false };
const mails: ReceivedMail[] = [];
let tries = 0;
const waiting = new Set<() => void>();
const changed = () => {
  for (const check of waiting) check();
};

const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onMailFrom(_address, _session, callback) {
    tries += 1;
    changed();
    if (switches.isSilent) return;
    if (switches.refusals > 0) {
      switches.refusals -= 1;
      callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
      return;
    }
    callback();
  },
  onData(stream, session, callback) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ to, source: Buffer.concat(chunks).toString() });
      callback();
      changed();
    });
  },
});
// A sender that hangs up is one of the things to be seen.
smtp.on('error', () => {});

/** Resolves once so much has happened. */
function until(isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isDone()) return;
      waiting.delete(check);
      resolve();
    };
    waiting.add(check);
    check();
  });
}

async function obey(path: string, asked: object): Promise<unknown> {
  if (path === '/switches') return Object.assign(switches, asked);
  const { to, count } = asked as { to: string; count: number };
  if (path === '/tries') {
    await until(() => tries >= count);
    return tries;
  }
  const theirs = () => mails.filter((mail) => mail.to.includes(to));
  await until(() => theirs().length >= count);
  return theirs();
}

const control = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    obey(request.url ?? '', JSON.parse(Buffer.concat(chunks).toString())).then(
      (answered) => response.end(JSON.stringify(answered)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});

smtp.listen(Number(process.env.FAKE_PORT ?? 0), '127.0.0.1', () => {
  control.listen(0, '127.0.0.1', () => {
    const port = (smtp.server.address() as AddressInfo).port;
    process.stdout.write(`ready ${port} ${(control.address() as AddressInfo).port}\n`);
  });
});

// Whoever started it may be killed without a word.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && process.exit(), 1_000);
