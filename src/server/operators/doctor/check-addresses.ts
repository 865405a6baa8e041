import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { hostOf } from '../../lan/lan-settings.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const CHECK = 'addresses';
const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Whether the address that people use and the one that the server listens at can be of one server. */
export function checkAddresses(config: Config): Finding[] {
  const { publicUrl, host, port, tls, allowedHosts } = config;
  const url = new URL(publicUrl);
  const name = hostOf(publicUrl);
  const isBehindProxy = config.trustedProxies !== false;
  const isHttps = url.protocol === 'https:';
  const findings: Finding[] = [];
  if (!isLoopback(name) && isLoopback(host) && !isBehindProxy) {
    const todo = 'Set HOST=0.0.0.0, or TRUST_PROXY where a proxy on this machine stands before it.';
    findings.push(
      warn(CHECK, `PUBLIC_URL is ${publicUrl}, and the server listens on this machine only.`, todo),
    );
  }
  if (isHttps && tls === null && !isBehindProxy) {
    const todo = 'Set TLS_CERT and TLS_KEY, or TRUST_PROXY where a proxy speaks https for it.';
    findings.push(warn(CHECK, 'PUBLIC_URL begins with https://, and the server speaks http.', todo));
  }
  if (!isHttps && tls !== null) {
    const todo = 'Let PUBLIC_URL begin with https://.';
    findings.push(fail(CHECK, 'PUBLIC_URL begins with http://, and the server speaks https.', todo));
  }
  if (!isHttps && !isLoopback(name)) {
    const todo = 'Use https: browsers install the app, keep work offline and have passkeys over https only.';
    findings.push(warn(CHECK, `People use ${publicUrl}, which is not https.`, todo));
  }
  if (isHttps && isIP(name) !== 0 && config.lan === null) {
    const todo = 'Give it a name: browsers have no passkeys for addresses in numbers.';
    findings.push(warn(CHECK, `PUBLIC_URL is ${publicUrl}.`, todo));
  }
  const publicPort = Number(url.port) || (isHttps ? 443 : 80);
  if (!isBehindProxy && port !== 0 && publicPort !== port) {
    const todo = `Name the port in PUBLIC_URL, or set PORT=${publicPort}, or TRUST_PROXY where a proxy stands before it.`;
    findings.push(
      warn(CHECK, `PUBLIC_URL leads to port ${publicPort}, and the server listens at ${port}.`, todo),
    );
  }
  if (EVERY_ADDRESS.has(host) && allowedHosts === null) {
    const todo = 'Set PUBLIC_URL: then the server answers to its name only, against DNS rebinding.';
    findings.push(warn(CHECK, 'The server listens on all addresses and answers to any name.', todo));
  }
  if (findings.length > 0) return findings;
  return [ok(CHECK, `People use ${publicUrl}; the server listens at ${host}, port ${port}.`)];
}

/** Whether only this machine reaches it. @param host Without brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}
