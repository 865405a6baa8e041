import { setTimeout as wait } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { AccountLanguage } from '../../contract/http/accounts.ts';
import type { Config } from '../config.ts';
import type { Background } from '../process/background.ts';
import { beginPart, carryTrace } from '../tracing/span.ts';
import { peerAttributes } from '../tracing/trace-request.ts';
import type { Message } from './mail-texts.ts';
import { writeMail } from './write-mail.ts';

/** Whose mail it is, and in which language. */
export interface Recipient {
  readonly email: string;
  readonly language: AccountLanguage;
}

export interface Mailer {
  /** Sends in the background; what cannot be sent is logged. Call it after the transaction of what it tells. */
  send(to: Recipient, message: Message): void;
}

/** A mail server that is busy or restarts is back by then. */
const RETRY_DELAYS_MS = [2_000, 30_000];
/** Without an answer for so long a try has failed. */
const PATIENCE_MS = 20_000;

/**
 * Sends through SMTP, three times if need be. What waits is in memory only: links in mails are secrets that are kept
 * nowhere, and whoever gets none asks for another.
 *
 * @param retryDelaysMs Other ones, for tests.
 */
export function createMailer(
  mail: NonNullable<Config['mail']>,
  background: Background,
  retryDelaysMs: readonly number[] = RETRY_DELAYS_MS,
): Mailer {
  const transport = createTransport({
    url: mail.smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send({ email, language }, message) {
      const written = writeMail(message, language);
      const envelope = { from: mail.from, to: { name: '', address: email }, ...written };
      const about = {
        ...peerAttributes('mail', mail.smtpUrl),
        'network.protocol.name': 'smtp',
        'vitrine.mail': message.kind,
      };
      const trace = carryTrace();
      background.run(`mail ${message.kind}`, async (signal) => {
        for (const delayMs of [...retryDelaysMs, null]) {
          // The call that it is sent for may have ended.
          const begun = beginPart('send mail', about, trace);
          try {
            await orStopped(transport.sendMail(envelope), signal);
            return begun?.end(false);
          } catch (error) {
            begun?.end(true, { 'error.type': (error as Partial<Error>).name ?? 'Error' });
            if (delayMs === null || signal.aborted) throw error;
            await wait(delayMs, undefined, { signal });
          }
        }
      });
    },
  };
}

/** Rejects at the stop, without waiting for a mail server that keeps silent. */
function orStopped(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(() => resolve(), reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
