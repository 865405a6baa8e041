import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isKeepable } from '../../../src/contract/files/fit-text.ts';
import { type JsonSchema, makeExample } from '../../../src/server/http/describe/make-example.ts';
import type { TestServer } from '../server.ts';
import { type Leaf, listPlaces, withPart } from './json-schema.ts';
import { type ApiCall, listCalls } from './list-calls.ts';

/** What must not get through: each is put into every place of every call, one at a time. */
export const HOSTILE: Readonly<Record<string, unknown>> = {
  null: null,
  empty: '',
  zero: 'a\0b',
  surrogate: 'a\ud800',
  long: 'x'.repeat(20_000),
  negative: -1,
  half: 0.5,
  int32: 2 ** 31,
  int53: 2 ** 53,
  huge: 1e308,
  list: [],
  object: {},
  deep: JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
  years: '0000-01-01T00:00:00Z',
  late: '9999-12-31T23:59:59Z',
  prototype: JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
};
const UNKNOWN_KEY = 'nobody_knows_this';

export interface AttackReport {
  calls: number;
  /** How often each status was answered. */
  readonly statuses: Record<number, number>;
  /** Calls that ended in 5xx, with what they sent. */
  readonly broken: string[];
  /** Answers of a refusal over 4 kB. */
  readonly wordy: string[];
  /** Longest pause of the loop that this runs in, which is the server's own, milliseconds. */
  worstPauseMs: number;
  peakBytes: number;
}

export interface FuzzOptions {
  readonly server: Pick<TestServer, 'app' | 'routes'>;
  readonly headers: Readonly<Record<string, string>>;
  /** What stands for `:name` in a path, for one call. */
  readonly fill: (call: ApiCall, name: string) => string;
  /** Names of {@link HOSTILE} for a place; all of them without it. */
  readonly choose?: (schema: JsonSchema) => readonly string[];
  /** Calls left alone: those that would end the account that calls. */
  readonly isSpared: (call: ApiCall) => boolean;
}

/** Puts every hostile value into every place of every call that the server offers. */
export async function fuzz({ server, headers, fill, choose, isSpared }: FuzzOptions): Promise<AttackReport> {
  const report: AttackReport = {
    calls: 0,
    statuses: {},
    broken: [],
    wordy: [],
    worstPauseMs: 0,
    peakBytes: 0,
  };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const send = async (call: ApiCall, params: Values, query: Values, body: unknown, said: string) => {
    const path = call.path.replace(/:(\w+)/g, (_all, name) => encodeText(String(params[name])));
    const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeText(value)}`);
    const answer = await server.app.inject({
      method: call.method,
      url: asked.length === 0 ? path : `${path}?${asked.join('&')}`,
      headers: { ...headers, ...(call.body === null ? {} : { 'content-type': 'application/json' }) },
      ...(call.body === null ? {} : { payload: JSON.stringify(body) }),
    });
    report.calls += 1;
    report.statuses[answer.statusCode] = (report.statuses[answer.statusCode] ?? 0) + 1;
    const what = `${call.method} ${call.path} ${said}`;
    // Said in words where something of the machine is not there, such as a payment provider.
    const isMeant = answer.statusCode === 503 || answer.statusCode === 501;
    if (answer.statusCode >= 500 && !isMeant) report.broken.push(`${what}: ${answer.body.slice(0, 200)}`);
    if (answer.statusCode === 400 && answer.rawPayload.byteLength > 4096) report.wordy.push(what);
    report.peakBytes = Math.max(report.peakBytes, process.memoryUsage.rss());
  };
  for (const call of listCalls(server.routes)) {
    if (isSpared(call)) continue;
    const params = Object.fromEntries(Object.keys(call.params).map((name) => [name, fill(call, name)]));
    const query = Object.fromEntries(
      Object.entries(call.query).map(([name, schema]) => [name, makeExample(schema)]),
    );
    const body = call.body === null ? null : makeExample(call.body);
    await send(call, params, {}, body, 'as it should be');
    const values = (schema: JsonSchema) => choose?.(schema) ?? Object.keys(HOSTILE);
    for (const [place, schemas, good] of [
      ['path', call.params, params],
      ['query', call.query, query],
    ] as const) {
      for (const [name, schema] of Object.entries(schemas)) {
        for (const value of values(schema)) {
          const bad = { ...good, [name]: HOSTILE[value] };
          await send(
            call,
            place === 'path' ? bad : params,
            place === 'path' ? query : bad,
            body,
            `${place} ${name}: ${value}`,
          );
        }
      }
    }
    if (call.body === null) continue;
    const least = makeExample(call.body, true);
    for (const { path, schema } of listPlaces(call.body)) {
      const [top] = path;
      // Alone, so that nothing else in the call is refused first.
      const alone =
        top === undefined || typeof body !== 'object' ? body : withPart(least, [top], partOf(body, top));
      for (const value of values(schema)) {
        const bad = withPart(alone, path, HOSTILE[value]);
        await send(call, params, {}, bad, `${nameOf(path)}: ${value}`);
      }
      if (schema.properties !== undefined) {
        const bad = withPart(alone, [...path, UNKNOWN_KEY], 'x');
        await send(call, params, {}, bad, `${nameOf(path)}: unknown key`);
      }
    }
  }
  delay.disable();
  report.worstPauseMs = Math.round(delay.max / 1e6);
  return report;
}

type Values = Readonly<Record<string, unknown>>;

function partOf(value: unknown, name: string | number): unknown {
  return (value as Record<string | number, unknown> | null)?.[name];
}

function nameOf(path: Leaf['path']): string {
  return path.length === 0 ? 'body' : path.join('.');
}

/** Halves of surrogate pairs have no form in an address: they come as the bytes that they would be. */
function encodeText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isKeepable(text.replaceAll('\0', '')) ? encodeURIComponent(text) : '%ED%A0%80';
}
