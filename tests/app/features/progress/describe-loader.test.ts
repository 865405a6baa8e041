import { expect, test } from 'vitest';
import type { Service } from '../../../../src/app/core/judge-service.ts';
import {
  describeLoader,
  describeNode,
  describeWaiting,
} from '../../../../src/app/features/progress/describe-loader.ts';
import { advanceLoader, type LoaderEvent } from '../../../../src/app/state/loader-machine.ts';
import { initialLoader, type LoaderState } from '../../../../src/app/state/loader-state.ts';
import { en } from '../../../../src/app/texts/en/common.ts';
import { es } from '../../../../src/app/texts/es/common.ts';
import { AI_NODES, STUDIO_NODES } from '../../../../src/contract/render-nodes.ts';

const seen: LoaderEvent = {
  kind: 'systemSeen',
  activeServers: 1,
  totalServers: 1,
  hasAi: false,
  pending: [],
  running: [],
};
const after = (...events: LoaderEvent[]): LoaderState => events.reduce(advanceLoader, initialLoader());
const ordered: LoaderEvent = { kind: 'ordered', id: 'a', engine: null };
const accepted: LoaderEvent = { kind: 'accepted', id: 'a', renderId: 1, queuePosition: null };
const assigning: LoaderEvent = { kind: 'told', renderId: 1, status: 'starting' };
const looked: LoaderEvent = {
  ...seen,
  activeServers: 0,
  pending: [{ id: 1, queuePosition: 1, engine: 'studio', seconds: null }],
};
const progressed: LoaderEvent = {
  kind: 'progressed',
  renderId: 1,
  progress: 30,
  nodeId: 'path-trace',
  isPercent: true,
};

test.each<[string, LoaderState, Service, string, string | null]>([
  ['before the first answer', after(), 'unknown', 'Idle', 'warn'],
  ['with servers', after(seen), 'studio', 'Ready', 'ok'],
  ['without servers', after({ ...seen, activeServers: 0 }), 'none', 'No servers available', 'warn'],
  ['a new order with servers', after(seen, ordered), 'studio', 'Processing...', null],
  ['a new order without', after(ordered), 'none', 'Starting', null],
  [
    'an engine that is being assigned',
    after(seen, ordered, accepted, assigning),
    'studio',
    'Assigning engine...',
    null,
  ],
  ['accepted without servers', after(ordered, accepted), 'none', 'Starting server...', null],
  ['looked for once', after(ordered, accepted, looked), 'none', 'Starting render server...', null],
  ['twice', after(ordered, accepted, looked, looked), 'none', 'Booting instance...', null],
  [
    'three times',
    after(ordered, accepted, looked, looked, looked),
    'studio',
    'Initializing render engine...',
    null,
  ],
  [
    'five times',
    after(ordered, accepted, looked, looked, looked, looked, looked),
    'studio',
    'Almost ready...',
    null,
  ],
  ['tracing', after(seen, ordered, accepted, progressed), 'studio', 'Tracing light...', null],
  [
    'a broken channel',
    after(seen, ordered, accepted, progressed, { kind: 'channelBroken', renderId: 1 }),
    'studio',
    'Reconnecting to Render Engine...',
    null,
  ],
  [
    'waiting behind others',
    after(seen, ordered, { kind: 'accepted', id: 'a', renderId: 1, queuePosition: 3 }),
    'studio',
    'Queued',
    'warn',
  ],
  [
    'an AI order without a server of it',
    after(seen, { ...ordered, engine: 'comfyui' }, accepted),
    'studio',
    'Waiting for an AI server...',
    'warn',
  ],
  [
    'an AI order with one',
    after({ ...seen, hasAi: true }, { ...ordered, engine: 'comfyui' }, accepted),
    'studio',
    'Processing...',
    null,
  ],
  [
    'failed',
    after(seen, ordered, accepted, { kind: 'finished', renderId: 1, status: 'error', code: 'engine-failed' }),
    'studio',
    'Render failed',
    'warn',
  ],
  ['hidden', after(seen, ordered, { kind: 'rejected', id: 'a' }), 'studio', '', 'warn'],
  ['at rest, the server killed', after(seen), 'gone', 'The server does not answer', 'warn'],
  ['at rest, the page offline', after(seen), 'offline', 'Offline', 'warn'],
  ['at rest, every server busy', after(seen), 'ai-busy', 'All servers are busy', 'warn'],
  ['at rest, what was said is old', after(seen), 'unknown', 'Idle', 'warn'],
  [
    'own orders wait behind others',
    after(
      seen,
      ordered,
      { kind: 'accepted', id: 'a', renderId: 1, queuePosition: 3 },
      { kind: 'queuedShown' },
    ),
    'studio-busy',
    'All servers are busy. Your place: 3',
    'warn',
  ],
  [
    'tracing, the server killed',
    after(seen, ordered, accepted, progressed),
    'gone',
    'The server does not answer. The render is taken up again when it is back.',
    'warn',
  ],
  [
    'tracing, the page offline',
    after(seen, ordered, accepted, progressed),
    'offline',
    'Offline. The render goes on on the server.',
    'warn',
  ],
  [
    'an order on its way, the server killed',
    after(seen, ordered),
    'gone',
    'The server does not answer. Your order is kept and sent again.',
    'warn',
  ],
  [
    'an AI order while all AI servers are busy with those of others',
    after({ ...seen, hasAi: true }, { ...ordered, engine: 'comfyui' }, accepted, {
      ...seen,
      hasAi: true,
      running: [
        { id: 1, progress: 0, nodeId: 'wait-for-server', queuePosition: 4, engine: 'comfyui', seconds: null },
      ],
    }),
    'ai-busy',
    'All AI servers are busy. Your place: 4',
    'warn',
  ],
])('%s', (_name, loader, service, text, led) => {
  expect(describeLoader(en, loader, service)).toEqual({ text, led });
});

test.each([
  [0, 0, null, 'Starting engine...', 'Preparing...'],
  [1, 0, 2, 'Engine error', 'Queue position: 2'],
  [1, 1, 2, 'Engine busy...', 'Queue position: 2'],
])(
  'an order that waits: %d engines known, %d there, place %o',
  (totalServers, active, queuePosition, engine, place) => {
    const loader = { totalServers, hasServers: active > 0 };
    expect(describeWaiting(en, loader, { renderId: 1, queuePosition, enginesBusy: null }, 'studio')).toEqual({
      place,
      engine,
    });
  },
);

test('an order on its way to the server, and one that is next', () => {
  const loader = { totalServers: 1, hasServers: true };
  const waiting = { renderId: null, queuePosition: null, enginesBusy: 0 };
  expect(describeWaiting(en, loader, waiting, 'studio')).toEqual({
    place: 'Starting...',
    engine: 'Assigning engine...',
  });
});

test('a place in the queue is not told as if it were so now when the server is gone', () => {
  const loader = { totalServers: 1, hasServers: true };
  const waiting = { renderId: 1, queuePosition: 3, enginesBusy: 1 };
  expect(describeWaiting(en, loader, waiting, 'gone')).toEqual({
    place: 'Queued',
    engine: 'The server does not answer',
  });
});

test('every step of the built-in engine has its words, an unknown one is processing', () => {
  for (const { id } of STUDIO_NODES) {
    expect(describeNode(en, id)).not.toBe(en.loader.processing);
    expect(describeNode(es, id)).not.toBe(es.loader.processing);
  }
  expect([describeNode(en, 'KSampler'), describeNode(en, null)]).toEqual(['Processing...', 'Processing...']);
});

test('the steps of an AI engine have the specification’s words, in Spanish their own', () => {
  for (const { id, label } of AI_NODES) {
    expect(describeNode(en, id)).toBe(label);
    expect([es.loader.processing, label]).not.toContain(describeNode(es, id));
  }
});
