import { expect, test } from 'vitest';
import { choosePlace, type PlaceFacts } from '../../../src/app/model/choose-place.ts';

const LOOK = { engine: 'auto', width: 1024, height: 1024, keep_layers: false } as const;
const USUAL: PlaceFacts = {
  wanted: 'server',
  isAway: false,
  isSupported: true,
  isOffered: true,
  look: LOOK,
};
const ON_SERVER = { place: 'server', isChoice: true, obstacle: null };
const HERE = { place: 'device', isChoice: true, obstacle: null };
const NO_CHOICE = { place: 'server', isChoice: false, obstacle: null };

const CANNOT = { ...NO_CHOICE, obstacle: 'unsupported' };

test.each<[string, Partial<PlaceFacts>, object]>([
  ['the server, where nobody chose', {}, ON_SERVER],
  ['this device, where the person wants that', { wanted: 'device' }, HERE],
  ['this device without a server, whatever was chosen', { isAway: true }, { ...HERE, isChoice: false }],
  [
    'the server, when it is there again, for who wants an AI engine',
    { isAway: true, look: { ...LOOK, engine: 'comfyui' } },
    NO_CHOICE,
  ],
  [
    'this device, also in a project for an AI engine, where the person says so',
    { wanted: 'device', look: { ...LOOK, engine: 'comfyui' } },
    HERE,
  ],
  ['the server, where the browser cannot trace, which is said', { isSupported: false }, CANNOT],
  [
    'the server, when it is there again, for a browser that cannot',
    { isAway: true, isSupported: false },
    CANNOT,
  ],
  ['the server, where the owner does not offer it', { wanted: 'device', isOffered: false }, NO_CHOICE],
  [
    'the server, when it is there again, where the owner does not offer it, and it is said why',
    { isAway: true, isOffered: false },
    { ...NO_CHOICE, obstacle: 'notOffered' },
  ],
  [
    'the server for a large picture, and it is said why',
    { wanted: 'device', look: { ...LOOK, width: 4096 } },
    { ...ON_SERVER, obstacle: 'largeHere' },
  ],
  [
    'the server for layers',
    { wanted: 'device', look: { ...LOOK, keep_layers: true } },
    { ...ON_SERVER, obstacle: 'layersHere' },
  ],
  [
    'the server for layers, when it is there again',
    { isAway: true, look: { ...LOOK, keep_layers: true } },
    { ...NO_CHOICE, obstacle: 'layersHere' },
  ],
  [
    'the server for layers, where that was wanted: nothing is in the way',
    { look: { ...LOOK, keep_layers: true } },
    ON_SERVER,
  ],
  [
    'the server for layers by an AI engine: a device has neither',
    { isAway: true, look: { ...LOOK, engine: 'comfyui', keep_layers: true } },
    NO_CHOICE,
  ],
])('the next picture is drawn by %s', (_title, facts, expected) => {
  expect(choosePlace({ ...USUAL, ...facts })).toEqual(expected);
});
