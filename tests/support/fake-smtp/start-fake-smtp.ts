import { once } from 'node:events';
import { bundleEntry, startChild } from '../child-process.ts';

export interface Switches {
  /** So many mails are refused for the moment. */
  refusals: number;
  /** It takes connections and says no more. */
  isSilent: boolean;
}

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: string[];
  /** Headers and body, encoded as sent. */
  readonly source: string;
}

/** A mail server in a process of its own that keeps what it gets. */
export interface FakeSmtp {
  /** For SMTP_URL. */
  readonly url: string;
  set(switches: Partial<Switches>): Promise<void>;
  /** Resolves with all mails to somebody once there are `count`. */
  mailsTo(email: string, count?: number): Promise<Mail[]>;
  /** Resolves once so many mails were handed in, taken or not. */
  tries(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** A mail, read. */
export interface Mail {
  readonly subject: string;
  readonly text: string;
  /** The first address in it. */
  readonly link: string;
}

export async function startFakeSmtp(): Promise<FakeSmtp> {
  const child = startChild(await bundleEntry('tests/support/fake-smtp/fake-smtp-process.ts'), {});
  const [, port, controlPort] = await child.line(/ready (\d+) (\d+)/);
  const call = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    url: `smtp://127.0.0.1:${port}`,
    set: async (change) => void (await call('/switches', change)),
    mailsTo: async (to, count = 1) =>
      ((await call('/mails', { to, count })) as ReceivedMail[]).map(({ source }) => readMail(source)),
    tries: async (count) => void (await call('/tries', { count })),
    async stop() {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return;
      const exited = once(child.process, 'exit');
      child.process.kill('SIGKILL');
      await exited;
    },
  };
}

/** Of a mail of two forms, the plain one. */
function readMail(source: string): Mail {
  const [head = ''] = source.split('\r\n\r\n');
  const subject = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  const boundary = /boundary="(.+?)"/.exec(head)?.[1] ?? '';
  const plain = source.split(`--${boundary}`).find((part) => part.includes('text/plain')) ?? '';
  const [form = '', ...paragraphs] = plain.split('\r\n\r\n');
  const body = paragraphs.join('\r\n\r\n');
  const text = form.includes('base64') ? Buffer.from(body, 'base64').toString() : readQuoted(body);
  return { subject: readWords(subject), text: text.trim(), link: /https?:\S+/.exec(text)?.[0] ?? '' };
}

/** Quoted-printable (RFC 2045, 6.7). */
function readQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** Encoded words of a header (RFC 2047). */
function readWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_whole, form: string, word: string) =>
      form.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : readQuoted(word.replaceAll('_', ' ')),
    );
}
