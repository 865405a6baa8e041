import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import type { App } from '../http/app.ts';
import { SetupError } from './setup-error.ts';

/**
 * Opens the port.
 *
 * @returns The port, which the system chose when the configuration says 0.
 * @throws SetupError in words, when the port is taken, reserved, or the address is not this machine's.
 */
export async function listen(app: App, config: Config): Promise<number> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    throw describeListenFailure(error, config);
  }
  return (app.server.address() as AddressInfo).port;
}

/** Why a port does not open, in words where a person must change something. */
export function describeListenFailure(error: unknown, { host, port }: Config): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new SetupError(`Port ${port} is taken: stop the other program, or set PORT to another one.`);
  }
  if (code === 'EACCES') {
    return new SetupError(`Port ${port} needs special rights: set PORT to a number above 1023.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new SetupError(`HOST ${host} is not an address of this machine.`);
  }
  return error;
}
