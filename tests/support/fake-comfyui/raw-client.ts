import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Graph } from './graph-shapes.ts';

/** A frame as it came: a text's type and data, or a preview. */
export type Frame =
  | { readonly type: string; readonly data: Record<string, unknown> }
  | { readonly type: 'preview'; readonly form: 1 | 4; readonly data: Record<string, unknown> };

/** A client without any cleverness, to see what a server says. */
export class RawClient {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<number>;
  private readonly waiting = new Set<() => void>();

  constructor(url: string, clientId: string) {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/ws?clientId=${clientId}`);
    this.socket.on('error', () => {});
    this.closed = new Promise((resolve) => this.socket.on('close', (code) => resolve(code)));
    this.socket.on('message', (data, isBinary) => {
      this.frames.push(isBinary ? readBinary(data as Buffer) : (JSON.parse(String(data)) as Frame));
      for (const look of [...this.waiting]) look();
    });
  }

  async opened(): Promise<this> {
    await once(this.socket, 'open');
    return this;
  }

  say(type: string, data: object): void {
    this.socket.send(JSON.stringify({ type, data }));
  }

  /** Types of what has come, in order, each run of equal ones once. */
  types(): string[] {
    return this.frames.map(({ type }) => type).filter((type, place, all) => type !== all[place - 1]);
  }

  async until(matches: (frame: Frame) => boolean): Promise<Frame> {
    return new Promise((resolve) => {
      const look = () => {
        const found = this.frames.find(matches);
        if (!found) return;
        this.waiting.delete(look);
        resolve(found);
      };
      this.waiting.add(look);
      look();
    });
  }

  /** The very last message of a job. */
  ended(promptId: string): Promise<Frame> {
    return this.until(
      ({ type, data }) => type === 'executing' && data.node === null && data.prompt_id === promptId,
    );
  }
}

function readBinary(bytes: Buffer): Frame {
  const form = bytes.readUInt32BE(0) as 1 | 4;
  if (form === 1) {
    return { type: 'preview', form, data: { imageType: bytes.readUInt32BE(4), image: bytes.subarray(8) } };
  }
  const end = 8 + bytes.readUInt32BE(4);
  const about = JSON.parse(bytes.subarray(8, end).toString()) as object;
  return { type: 'preview', form, data: { ...about, image: bytes.subarray(end) } };
}

/** Uploads a picture to the temp folder as the engine does. */
export async function upload(
  url: string,
  bytes: Uint8Array,
  fields: Record<string, string> & { name?: string } = {},
): Promise<Response> {
  const { name = 'a.png', ...others } = { type: 'temp', subfolder: 'rj', ...fields };
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)]), name);
  for (const [key, value] of Object.entries(others)) form.append(key, value);
  return fetch(`${url}/upload/image`, { method: 'POST', body: form });
}

export function post(url: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Sends a graph; answers its id. */
export async function order(url: string, prompt: Graph, more: object = {}): Promise<string> {
  const prompt_id = randomUUID();
  const answer = await post(url, '/prompt', { prompt, prompt_id, ...more });
  if (answer.status !== 200) throw new Error(await answer.text());
  return prompt_id;
}

export async function getJson(url: string, path: string): Promise<never> {
  return (await (await fetch(`${url}${path}`)).json()) as never;
}
