import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createServer } from 'node:net';
import { HealthBody } from '../../../contract/http/instance.ts';
import type { Config } from '../../config.ts';
import { type Finding, fail, ok, reasonOf } from './finding.ts';

const PATIENCE_MS = 3_000;

/** Whether the server can have its port, or has it. */
export async function checkPort(config: Config): Promise<Finding> {
  const { role, host, port } = config;
  if (role === 'worker') return ok('port', 'A worker listens at no port.');
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    return ok('port', `Port ${port} is free: the server does not run.`);
  } catch (error) {
    return judge(config, error);
  } finally {
    probe.close();
  }
}

async function judge(config: Config, error: unknown): Promise<Finding> {
  const { port, host } = config;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    const version = await askVersion(config);
    if (version === null) {
      const todo = 'Stop the other program, or set PORT to another one.';
      return fail('port', `Port ${port} is taken, and what answers there is not Vitrine.`, todo);
    }
    return ok('port', `Vitrine ${version} answers at port ${port}.`);
  }
  if (code === 'EACCES')
    return fail('port', `Port ${port} needs special rights.`, 'Set PORT to a number above 1023.');
  const found = `The server cannot listen at ${host}, port ${port}: ${reasonOf(error)}.`;
  return fail('port', found, 'Set HOST to an address of this machine.');
}

/** The version that answers there; null where nothing of ours does. */
async function askVersion({ host, port, tls }: Config): Promise<string | null> {
  const asked = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const options = { host: asked, port, path: '/api/health', timeout: PATIENCE_MS };
  // Whose certificate it is, is another question.
  const call = tls === null ? requestHttp(options) : requestHttps({ ...options, rejectUnauthorized: false });
  call.on('timeout', () => call.destroy(new Error('no answer')));
  try {
    call.end();
    const [answer] = await once(call, 'response');
    let text = '';
    for await (const chunk of answer) text += String(chunk);
    return HealthBody.parse(JSON.parse(text)).version;
  } catch {
    return null;
  }
}
