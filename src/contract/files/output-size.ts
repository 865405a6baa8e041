import type { RenderSpec } from '../render-spec.ts';

/** Size of a recipe's finished pictures in px. */
export function outputSize(spec: Pick<RenderSpec, 'widthPx' | 'heightPx' | 'outputPx'>): {
  widthPx: number;
  heightPx: number;
} {
  const { widthPx, heightPx, outputPx } = spec;
  if (outputPx === undefined) return { widthPx, heightPx };
  const scale = outputPx / Math.max(widthPx, heightPx);
  return { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
}
