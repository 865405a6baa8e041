import { expect, test } from 'vitest';
import {
  type ButtonFacts,
  type ButtonState,
  judgeButton,
} from '../../../../src/app/features/order/judge-button.ts';
import { textsOf } from '../../../../src/app/texts/load-texts.ts';

const HASH = 'f'.repeat(64) as NonNullable<ButtonFacts['stage']['modelHash']>;
const ready: ButtonFacts = {
  account: { status: 'signed-in' },
  project: { status: 'ready', key: 'k' },
  stage: { modelHash: HASH, load: null, graphics: 'ready', toolbar: null, failed: null },
  button: 'ready',
  service: 'studio',
  plan: { engine: 'studio', isMissing: false },
  look: { width: 1024, height: 1024, keep_layers: false },
};
const PLAIN = { width: 1024, height: 1024, keep_layers: false };
const AI = { engine: 'comfyui', isMissing: false };
const load = {
  name: 'a.glb',
  hash: null,
  isImport: true,
  phase: 'checking',
  progress: 5,
  sizeBytes: null,
} as const;
const stage = (changes: Partial<ButtonFacts['stage']>): Partial<ButtonFacts> => ({
  stage: { ...ready.stage, ...changes },
});

const ROWS: readonly (readonly [string, Partial<ButtonFacts>, Partial<ButtonState>])[] = [
  ['ready', {}, { label: 'render', isBusy: false, refusal: null, press: 'order' }],
  [
    'an AI engine is there',
    { plan: { engine: 'comfyui', isMissing: false }, service: 'ai' },
    { label: 'renderAi', press: 'order' },
  ],
  [
    'all AI servers are busy',
    { plan: { engine: 'comfyui', isMissing: false }, service: 'ai-busy' },
    { label: 'renderAi', press: 'order' },
  ],
  [
    'the server of the AI engine does not answer',
    { plan: { engine: 'comfyui', isMissing: false }, service: 'gone' },
    { label: 'render', press: 'ask-offline' },
  ],
  [
    'nothing is known of engines',
    { plan: { engine: null, isMissing: false } },
    { label: 'render', press: 'order' },
  ],
  [
    'the AI engine has gone',
    { plan: { engine: 'comfyui', isMissing: true } },
    { label: 'render', press: 'ask-studio' },
  ],
  ['offline', { service: 'offline' }, { refusal: null, press: 'ask-offline' }],
  [
    'offline without an AI engine',
    { service: 'offline', plan: { engine: 'comfyui', isMissing: true } },
    { press: 'ask-offline' },
  ],
  ['the session expired', { service: 'signed-out' }, { refusal: 'notSignedIn', press: 'refuse' }],
  ['signed out', { account: { status: 'signed-out' } }, { refusal: 'notSignedIn', press: 'refuse' }],
  ['nobody is known yet', { account: { status: 'unknown' } }, { refusal: 'notSignedIn' }],
  ['the model loads', stage({ load }), { refusal: 'loading', press: 'refuse' }],
  ['the first model loads', stage({ load, modelHash: null }), { refusal: 'loading' }],
  ['the viewer starts', stage({ graphics: 'starting' }), { refusal: 'loading' }],
  ['the scene was lost', stage({ graphics: 'lost' }), { refusal: 'loading' }],
  ['the viewer cannot draw', stage({ graphics: 'failed' }), { refusal: 'loading' }],
  ['the project loads', { project: { status: 'loading', key: null } }, { refusal: 'loading' }],
  ['the project did not load', { project: { status: 'failed', key: null } }, { refusal: 'noProject' }],
  [
    'there is no project',
    { project: { status: 'ready', key: null } },
    { refusal: 'noProject', press: 'refuse' },
  ],
  ['there is no model', stage({ modelHash: null }), { refusal: 'noModel', press: 'refuse' }],
  [
    'the project’s model could not be shown',
    stage({ failed: {}, modelHash: null }),
    { refusal: 'modelFailed', press: 'refuse' },
  ],
  ['another model stands where it could not be shown', stage({ failed: {} }), { refusal: 'modelFailed' }],
  ['the transform tool is on', stage({ toolbar: 'transform' }), { refusal: 'transforming', press: 'refuse' }],
  ['another tool is open', stage({ toolbar: 'coordinates' }), { refusal: null, press: 'order' }],
  ['2048 px with AI', { plan: AI, look: { ...PLAIN, width: 2048 } }, { refusal: null, press: 'order' }],
  ['above 2048 px with Studio', { look: { ...PLAIN, height: 8192 } }, { refusal: null, press: 'order' }],
  [
    'above 2048 px with AI',
    { plan: AI, look: { ...PLAIN, width: 4096 } },
    { refusal: 'largeForAi', press: 'refuse' },
  ],
  [
    'above 2048 px with layers',
    { look: { width: 4096, height: 64, keep_layers: true } },
    { refusal: 'largeLayers', press: 'refuse' },
  ],
  ['2048 px with layers', { look: { width: 64, height: 2048, keep_layers: true } }, { refusal: null }],
  ['saving and preparing', { button: 'preparing' }, { label: 'preparing', isBusy: true, press: 'nothing' }],
  ['sending', { button: 'sending' }, { label: 'sending', isBusy: true, press: 'nothing' }],
  [
    'busy, and the model changes',
    { button: 'sending', ...stage({ load }) },
    { label: 'sending', press: 'nothing' },
  ],
];

test.each(ROWS)('%s (S3 4)', (_when, changes, expected) => {
  expect(judgeButton({ ...ready, ...changes })).toMatchObject(expected);
});

test('its labels and refusals are the specification’s', () => {
  const [en, es] = [textsOf('en'), textsOf('es')];
  const say = ({ t }: typeof en) => [
    t.order.renderAi,
    t.order.preparing,
    t.order.sending,
    t.order.transforming,
    t.order.noModel,
    t.order.loading,
  ];
  expect(say(en)).toEqual([
    'Render with AI',
    'Saving & Preparing...',
    'Sending Render...',
    'Please deactivate the Transform tool before rendering.',
    'Cannot render: No model loaded.',
    'Error: The viewer or its components are still loading.',
  ]);
  expect([es.t.order.noProject, es.t.order.notSignedIn]).toEqual([
    'Datos insuficientes para crear el render (falta ID de proyecto).',
    'Usuario no autenticado o sesión expirada.',
  ]);
});
