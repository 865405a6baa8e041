import { expect, test } from 'vitest';
import { describeLoader, describeNode } from '../../../../src/app/features/renders/describe-loader.ts';
import {
  advanceLoader,
  initialLoader,
  type LoaderEvent,
  type LoaderState,
} from '../../../../src/app/features/renders/loader-machine.ts';
import { en } from '../../../../src/app/texts/en.ts';
import { es } from '../../../../src/app/texts/es.ts';
import { AI_NODES, STUDIO_NODES } from '../../../../src/contract/render-events.ts';

const seen: LoaderEvent = {
  kind: 'systemSeen',
  activeServers: 1,
  totalServers: 1,
  hasAi: false,
  pending: [],
  running: [],
  at: 0,
};
const after = (...events: LoaderEvent[]): LoaderState => events.reduce(advanceLoader, initialLoader());
const ordered: LoaderEvent = { kind: 'ordered', id: 'a', engine: null };
const accepted: LoaderEvent = { kind: 'accepted', id: 'a', renderId: 1, queuePosition: null };

test.each<[string, LoaderState, boolean, string, string | null]>([
  ['before the first answer', after(), false, 'Idle', 'off'],
  ['with servers', after(seen), true, 'Ready', 'ok'],
  ['without servers', after({ ...seen, activeServers: 0 }), true, 'No servers available', 'warn'],
  ['an order on its way', after(seen, ordered), true, 'Starting', null],
  ['an order accepted', after(seen, ordered, accepted), true, 'Assigning engine...', null],
  ['accepted without servers', after(ordered, accepted), true, 'Starting server...', null],
  [
    'tracing',
    after(seen, ordered, accepted, {
      kind: 'progressed',
      renderId: 1,
      progress: 30,
      nodeId: 'path-trace',
      at: 0,
    }),
    true,
    'Tracing light...',
    null,
  ],
  [
    'an AI order without a server of it',
    after(seen, { ...ordered, engine: 'comfyui' }, accepted),
    true,
    'Waiting for an AI server...',
    'warn',
  ],
  [
    'an AI order with one',
    after({ ...seen, hasAi: true }, { ...ordered, engine: 'comfyui' }, accepted),
    true,
    'Assigning engine...',
    null,
  ],
  [
    'failed',
    after(seen, ordered, accepted, { kind: 'finished', renderId: 1, status: 'error', code: 'engine-failed' }),
    true,
    'Render failed',
    'danger',
  ],
])('%s', (_name, loader, isSystemKnown, text, led) => {
  expect(describeLoader(en, loader, isSystemKnown)).toEqual({ text, led });
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
