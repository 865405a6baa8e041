import { describeOrder } from '../../src/app/features/order/describe-order.ts';
import { freshSettings } from '../../src/app/state/projects.ts';
import type { OrderRequest } from '../../src/app/values/order-request.ts';
import { SceneSpec } from '../../src/contract/render-spec.ts';

/** What an order of a model of nothing asks for, but for `changes`. */
export function makeOrderRequest(changes: Partial<OrderRequest> = {}): OrderRequest {
  const request = describeOrder({
    settings: freshSettings('Chair'),
    scene: SceneSpec.parse({
      modelHash: 'a'.repeat(64),
      modelName: 'chair.glb',
      normalisation: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      modelTransform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      hiddenNodes: [],
      dressings: [],
      toneMapping: 'neutral',
      exposure: 1,
    }),
    camera: {
      position: [1, 2, 3],
      target: [0, 0, 0],
      up: [0, 1, 0],
      quaternion: [0, 0, 0, 1],
      fovDegrees: 33,
    },
    masks: [],
    prioritization: {
      total: 0,
      processed: 0,
      skipped: 0,
      processedList: [],
      skippedList: [],
      originalNames: [],
      hasManualSelection: false,
    },
    backdrop: null,
    plan: { engine: 'studio', outputPx: null, workflow: null, keepsProduct: null },
    viewIds: [],
    inSet: null,
  });
  return { ...request, ...changes };
}
