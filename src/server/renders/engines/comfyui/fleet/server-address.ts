import { createHash } from 'node:crypto';

/** Where a server is and how to get in. Only {@link id} and {@link label} may be shown or logged. */
export interface ServerAddress {
  /** Follows from the address and tells nothing about it: 16 hex digits. */
  readonly id: string;
  /** Host, port and path. */
  readonly label: string;
  /** With a trailing slash, without credentials. */
  readonly base: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * @param text An http or https address; a user and a password in it become a header.
 * @param headers Sent with every call.
 */
export function readServerAddress(text: string, headers: Readonly<Record<string, string>>): ServerAddress {
  const url = new URL(text);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  const base = new URL(url.pathname.replace(/\/*$/, '/'), url.origin);
  const basic = Buffer.from(`${user}:${password}`).toString('base64');
  return {
    id: createHash('sha256').update(base.href).digest('hex').slice(0, 16),
    label: `${base.host}${base.pathname}`.replace(/\/$/, '').slice(0, 255),
    base,
    headers: user === '' && password === '' ? headers : { authorization: `Basic ${basic}`, ...headers },
  };
}
