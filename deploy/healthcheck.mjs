import { request as askHttp } from 'node:http';
import { request as askHttps } from 'node:https';

/**
 * Whether the process of a container lives: exit code 0 where it does, 1 where it does not. One that serves people is asked as they
 * ask it, by http or https; a worker, which serves nobody, for its figures. Of a worker without figures there is nothing to ask.
 */
const { ROLE, HOST, PORT, LAN, TLS_CERT, METRICS_HOST, METRICS_PORT } = process.env;
const isWorker = ROLE === 'worker';

/** Where what listens there is reached from here. */
const near = (host) => (!host || ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host);

function check(ask, host, port, path) {
  // The certificate has the name that people use, and not this one.
  const options = { host, port, path, rejectUnauthorized: false };
  const asked = ask(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
  asked.on('error', () => process.exit(1)).end();
}

if (!isWorker) check(TLS_CERT || LAN === 'on' ? askHttps : askHttp, near(HOST), PORT || 8000, '/api/health');
else if (METRICS_PORT) check(askHttp, near(METRICS_HOST), METRICS_PORT, '/');
