import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { PushSubscriptionBody } from '../../../src/contract/http/notices.ts';
import { bundleEntry, startChild } from '../child-process.ts';

/** What the service knows of a subscription. */
export interface Subscribed {
  /** The key that messages must be signed with. */
  readonly applicationServerKey: string;
  /** What the next good messages are answered, one after the other; 201 from then on. */
  readonly answers: number[];
}

/** A message that was in order, whatever it was answered. */
export interface PushedMessage {
  readonly id: string;
  readonly status: number;
  /** Encrypted, base64url. */
  readonly body: string;
  readonly ttl: number;
  readonly topic: string;
  readonly urgency: string;
}

/** A browser with its subscription, which alone can read what it is sent. */
export interface PushDevice {
  readonly id: string;
  readonly subscription: PushSubscriptionBody;
  /** Resolves with all messages once there are `count`, answered with 201 or not. */
  messages(count?: number): Promise<(PushedMessage & { readonly said: unknown })[]>;
}

/** A push service in a process of its own. */
export interface FakePush {
  /** For PUSH_SERVICES. */
  readonly origin: string;
  /**
   * Subscribes a browser.
   *
   * @param answers Of the next messages, such as 410 or 429; 201 afterwards.
   */
  subscribe(applicationServerKey: string, answers?: readonly number[]): Promise<PushDevice>;
  /** What was wrong with messages that came. */
  complaints(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startFakePush(): Promise<FakePush> {
  const child = startChild(await bundleEntry('tests/support/fake-push/fake-push-process.ts'), {});
  const [, port, controlPort] = await child.line(/ready (\d+) (\d+)/);
  const origin = `http://127.0.0.1:${port}`;
  const call = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${controlPort}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return {
    origin,
    async subscribe(applicationServerKey, answers = []) {
      const id = randomUUID();
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const secret = randomBytes(16);
      await call('/subscribe', { id, applicationServerKey, answers });
      return {
        id,
        subscription: {
          endpoint: `${origin}/push/${id}`,
          keys: { p256dh: pair.getPublicKey('base64url'), auth: secret.toString('base64url') },
        },
        messages: async (count = 1) =>
          ((await call('/messages', { id, count })) as PushedMessage[]).map((message) => ({
            ...message,
            said: JSON.parse(readPush(message.body, pair, secret)),
          })),
      };
    },
    complaints: async () => (await call('/complaints', {})) as string[],
    async stop() {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return;
      const exited = once(child.process, 'exit');
      child.process.kill('SIGKILL');
      await exited;
    },
  };
}

/** Decrypts a message of one record as a browser does (RFC 8188, RFC 8291). */
function readPush(text: string, pair: ReturnType<typeof createECDH>, secret: Buffer): string {
  const body = Buffer.from(text, 'base64url');
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (key: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, bytes));
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const key = derive(pair.computeSecret(sender), secret, both, 32);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // The last record ends with 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}
