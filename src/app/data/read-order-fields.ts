import { fidelityFromWire } from '../../contract/scene/background-fidelity.ts';
import type { OrderMask, OrderRequest } from '../values/order-request.ts';

/**
 * The request of an order that an older version kept as the text fields it would send. This device wrote them: they are
 * not checked again. Fields that orders were given since then are not among them.
 */
export function readOrderFields(fields: readonly (readonly [string, string])[]): OrderRequest {
  const texts = new Map(fields);
  const text = (name: string): string => texts.get(name) ?? '';
  const json = (name: string, absent: unknown): never => {
    const value = texts.get(name);
    return (value === undefined ? absent : JSON.parse(value)) as never;
  };
  const number = (name: string): never => (texts.has(name) ? Number(text(name)) : null) as never;
  const { fov: fovDegrees, ...pose } = json('renderview_parameters', {}) as { fov: number };
  const masks: OrderMask[] = [];
  for (let index = 0; texts.has(`masks[${index}][material_id]`); index += 1) {
    const of = (name: string): string => `masks[${index}][${name}]`;
    masks.push({
      materialId: text(of('material_id')) as never,
      name: text(of('material_name')),
      originalNames: json(of('original_names'), []),
      priority: number(of('priority')),
      materialIndex: number(of('material_index')),
      isLocked: texts.has(of('locked')),
    });
  }
  return {
    camera: { ...pose, fovDegrees } as never,
    scene: json('scene', null),
    positivePrompt: text('positive_prompt'),
    negativePrompt: text('negative_prompt'),
    usesNegativePrompt: text('use_negative_prompt') === 'true',
    creativity: number('creativity'),
    styleStrength: number('style_strength'),
    backgroundFidelity: fidelityFromWire(number('background_fidelity')),
    fixesSeed: text('fix_seed') === 'true',
    seed: texts.get('seed') ?? null,
    imageCount: number('batch_size'),
    widthPx: number('width'),
    heightPx: number('height'),
    quality: text('quality') as never,
    styleId: number('style_id'),
    background: texts.has('background_id')
      ? { kind: 'item', id: number('background_id') }
      : texts.has('background_hash')
        ? {
            kind: 'gradient',
            hash: text('background_hash') as never,
            gradient: json('background_gradient', null),
          }
        : { kind: 'colour', colour: text('background_color') },
    viewIds: json('view_ids', []),
    group: json('group', null),
    engine: (texts.get('engine') ?? null) as never,
    outputPx: number('output_px'),
    workflow: texts.get('workflow') ?? null,
    masks,
    prioritization: json('prioritization_info', null),
  };
}
