import { Agent, request } from 'node:http';

/**
 * Calls an address as often as it answers, over that many connections.
 *
 * @returns Answers a second.
 * @throws Error at the first answer that is not a success.
 */
export async function load(call, connections, durationMs) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  let count = 0;
  const keepCalling = async () => {
    while (performance.now() - start < durationMs) {
      await ask(agent, call);
      count += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, keepCalling));
  } finally {
    agent.destroy();
  }
  return (count * 1000) / (performance.now() - start);
}

/** One call; its answer's text. */
export function ask(agent, { url, method = 'GET', headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const call = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => {
        if (answer.statusCode < 300) resolve(text);
        else reject(new Error(`${method} ${url}: ${answer.statusCode} ${text.slice(0, 300)}`));
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}
