import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { ModelReport } from '../../contract/model-report.ts';
import {
  describeOrientation,
  type ModelBounds,
  measureBounds,
  type Orientation,
} from '../../contract/scene/orientation.ts';
import { turnToAxis } from '../../contract/scene/up-axis.ts';
import { type Matrix, multiply } from '../../tracer/matrix.ts';

/** What the project's model fills on the stage, hidden parts too, and which way it extends and faces. */
export function orientModel(
  { bounds: { min, max }, normalisation }: Pick<ModelReport, 'bounds' | 'normalisation'>,
  {
    model_normalisation,
    render_settings: look,
  }: Pick<ProjectSettings, 'model_normalisation' | 'render_settings'>,
): { readonly bounds: ModelBounds; readonly orientation: Orientation } {
  const stood = multiply(look.model_transform, model_normalisation ?? normalisation);
  const matrix = multiply(turnToAxis(look.up_axis), stood);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
    move(matrix, [
      (corner & 1 ? max : min)[0] ?? 0,
      (corner & 2 ? max : min)[1] ?? 0,
      (corner & 4 ? max : min)[2] ?? 0,
    ]),
  );
  const reach = (pick: (...values: number[]) => number): [number, number, number] => [
    pick(...corners.map(([x]) => x)),
    pick(...corners.map(([, y]) => y)),
    pick(...corners.map(([, , z]) => z)),
  ];
  const bounds = measureBounds(reach(Math.min), reach(Math.max));
  return { bounds, orientation: describeOrientation(bounds, look.up_axis) };
}

function move(m: Matrix, [x, y, z]: readonly [number, number, number]): [number, number, number] {
  const row = (index: number): number =>
    (m[index] ?? 0) * x + (m[4 + index] ?? 0) * y + (m[8 + index] ?? 0) * z + (m[12 + index] ?? 0);
  return [row(0), row(1), row(2)];
}
