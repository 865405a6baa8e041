import type { DynamicView } from '../../../contract/camera/helper-views.ts';
import styles from './ViewHelperPanel.module.css';

/** Faces of a box that is unfolded around its front, as regions of views count them. */
const FACES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [2, 1],
  [3, 1],
  [1, 2],
] as const;

/** A small box, unfolded, with the faces that a view shows in the view's colour. */
export function ViewIcon({ color, region }: Pick<DynamicView, 'color' | 'region'>) {
  const isShown = (x: number, y: number): boolean =>
    x >= region.x && x < region.x + region.width && y >= region.y && y < region.y + region.height;
  return (
    <svg className={styles.icon} viewBox="0 0 4 3" aria-hidden="true">
      {FACES.map(([x, y]) => (
        <rect
          key={`${x} ${y}`}
          x={x + 0.08}
          y={y + 0.08}
          width={0.84}
          height={0.84}
          rx={0.16}
          fill={isShown(x, y) ? color : 'currentColor'}
          fillOpacity={isShown(x, y) ? 1 : 0.25}
        />
      ))}
    </svg>
  );
}
