import type { Link } from '../graph/draft-graph.ts';
import { round } from '../graph/plan-change.ts';
import type { SdxlOrder } from './sdxl-order.ts';

/** What the union model calls the kinds of picture that we have. */
const UNION_TYPES = { depth: 'depth', lines: 'canny/lineart/anime_lineart/mlsd' } as const;

interface Conditions {
  readonly positive: Link;
  readonly negative: Link;
}

/** Holds the product's shape by the viewer's depth and lines: the looser, the more creative an order is. */
export function addControls(order: SdxlOrder, positive: Link, negative: Link): Conditions {
  const { creativity: c } = order.recipe;
  const depth = { strength: round(0.95 - 0.35 * c), end: round(0.9 - 0.2 * c) };
  const lines = { strength: round(0.75 - 0.45 * c), end: round(0.8 - 0.3 * c) };
  const withDepth = addControl(order, 'depth', depth, { positive, negative });
  const withLines = addControl(order, 'lines', lines, withDepth);
  if (order.profile.control === null) order.leftOut.add('structure');
  return withLines;
}

function addControl(
  order: SdxlOrder,
  kind: 'depth' | 'lines',
  { strength, end }: { strength: number; end: number },
  conditions: Conditions,
): Conditions {
  if (!order.has(kind)) return conditions;
  const control_net = loadControl(order, kind);
  if (control_net === null) return conditions;
  const id = `apply_${kind}`;
  order.draft.add('encode-prompt', id, 'ControlNetApplyAdvanced', {
    ...conditions,
    control_net,
    image: order.loadImage(kind, kind),
    strength,
    start_percent: 0,
    end_percent: end,
    vae: ['ckpt', 2],
  });
  return { positive: [id, 0], negative: [id, 1] };
}

function loadControl({ draft, profile, models }: SdxlOrder, kind: 'depth' | 'lines'): Link | null {
  const { control } = profile;
  if (control === null) return null;
  const file = control.kind === 'union' ? control.file : control[kind];
  if (file === null) return null;
  models.add(file);
  const load = (id: string): Link =>
    draft.add('load-ai-model', id, 'ControlNetLoader', { control_net_name: file });
  if (control.kind === 'pair') return load(`cn_${kind}`);
  return draft.add('load-ai-model', `cn_${kind}`, 'SetUnionControlNetType', {
    control_net: load('cn_load'),
    type: UNION_TYPES[kind],
  });
}
