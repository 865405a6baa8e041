import { request } from 'node:http';
import { connect } from 'node:net';

/**
 * Calls an address as often as it answers, over that many connections. It uses bare sockets, so that the client takes
 * little processor time from the server.
 *
 * @returns Calls, how long all of it took, and of each call how long its answer took, in milliseconds.
 * @throws Error at the first answer that is not a success.
 */
export async function load(call, connections, durationMs) {
  const bytes = writeRequest(call);
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(call)));
  const start = performance.now();
  const latencies = [];
  const keepCalling = async (line) => {
    for (let now = performance.now(); now - start < durationMs; ) {
      await line.ask(bytes);
      const end = performance.now();
      latencies.push(end - now);
      now = end;
    }
  };
  try {
    await Promise.all(lines.map(keepCalling));
  } finally {
    for (const line of lines) line.close();
  }
  return { calls: latencies.length, tookMs: performance.now() - start, latencies };
}

function writeRequest({ url, method = 'GET', headers = {}, body = Buffer.alloc(0) }) {
  const { pathname, search, host } = new URL(url);
  const all = { host, 'content-length': body.length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`),
    body,
  ]);
}

/** One kept connection that asks one thing after the other. */
async function openLine({ url }) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let waiting = null;
  let chunks = [];
  let received = 0;
  let expected = Number.POSITIVE_INFINITY;
  const fail = (error) => waiting?.reject(error ?? new Error(`${url} hung up`));
  socket.on('error', fail).on('close', () => fail());
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    if (expected === Number.POSITIVE_INFINITY) expected = findEnd(chunks);
    if (received < expected) return;
    const status = Number(chunks[0].toString('latin1', 9, 12));
    const answer =
      status < 300 ? null : new Error(`${url}: ${Buffer.concat(chunks).toString().slice(0, 600)}`);
    const asked = waiting;
    [waiting, chunks, received, expected] = [null, [], 0, Number.POSITIVE_INFINITY];
    if (answer === null) asked.resolve();
    else asked.reject(answer);
  });
  return {
    ask: (bytes) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

/** Bytes of an answer whose head has come: all of them say how long they are. */
function findEnd(chunks) {
  const text = Buffer.concat(chunks).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return Number.POSITIVE_INFINITY;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1];
  if (length === undefined) throw new Error(`an answer without its length: ${text.slice(0, end)}`);
  return end + 4 + Number(length);
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
