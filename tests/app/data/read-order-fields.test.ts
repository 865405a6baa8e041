import { expect, test } from 'vitest';
import { readOrderFields } from '../../../src/app/data/read-order-fields.ts';
import { writeOrderFields } from '../../../src/app/features/order/write-order-fields.ts';
import type { OrderRequest } from '../../../src/app/values/order-request.ts';
import { ContentHash, LibraryItemId, MaterialId } from '../../../src/contract/ids.ts';
import { Gradient } from '../../../src/contract/scene/gradient.ts';
import { makeOrderRequest } from '../../support/order-request.ts';

const VIEW = '6f9619ff-8b86-4011-b42d-00c04fc96400';
const MASK = {
  materialId: MaterialId.parse(VIEW),
  name: 'Oak',
  originalNames: ['Seat', 'Back, left'],
  priority: 1,
  materialIndex: 0,
  isLocked: true,
};
const GRADIENT = Gradient.parse({
  kind: 'linear',
  angleDegrees: 30,
  stops: [
    { colour: '#ffffff', at: 0 },
    { colour: '#000000', at: 1 },
  ],
});

const ORDERS: Readonly<Record<string, Partial<OrderRequest>>> = {
  'as little as can be': { engine: null },
  'a fixed seed': { seed: '0', fixesSeed: true, quality: 'high', imageCount: 1 },
  'a library’s background and style': {
    background: { kind: 'item', id: LibraryItemId.parse(4) },
    styleId: LibraryItemId.parse(7),
    backgroundFidelity: 1 / 3,
    creativity: 0.05,
    positivePrompt: 'oak, “old”',
    usesNegativePrompt: true,
  },
  'a gradient': {
    background: { kind: 'gradient', hash: ContentHash.parse('b'.repeat(64)), gradient: GRADIENT },
  },
  'of a set, by an AI engine': {
    engine: 'comfyui',
    outputPx: 4096,
    workflow: 'flat lay',
    viewIds: [VIEW],
    group: { id: VIEW, index: 1, size: 3, look: 'Blue', view: '' },
    seed: '12',
  },
  'with masks': { masks: [MASK, { ...MASK, isLocked: false, priority: 2, originalNames: [] }] },
};

test.each(Object.keys(ORDERS))('an order that an older version kept is the same bytes: %s', (name) => {
  const fields = writeOrderFields(makeOrderRequest(ORDERS[name]));
  expect(writeOrderFields(readOrderFields(fields))).toEqual(fields);
});
