import { Axis3d, Brush, Move3d, Rotate3d } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Toolbar } from '../state/toolbars.ts';
import type { Catalogue } from '../texts/catalogue.ts';
import { CoordinatesPanel, LightMapPanel, TransformPanel, ViewHelperPanel } from './lazy-parts.tsx';

/** One tool of the stage: its button at the left edge and the panel that opens beside it. */
export interface StageToolbar {
  readonly id: Toolbar;
  readonly icon: ReactNode;
  /** Letter that opens and closes it, as printed on keys. */
  readonly keys: string;
  readonly label: (t: Catalogue) => string;
  readonly Panel: ComponentType;
}

/** In the order of their buttons. */
export const STAGE_TOOLBARS: readonly StageToolbar[] = [
  {
    id: 'views',
    icon: <Rotate3d size={18} />,
    keys: 'V',
    label: (t) => t.viewHelper.title,
    Panel: ViewHelperPanel,
  },
  {
    id: 'light-map',
    icon: <Brush size={18} />,
    keys: 'P',
    label: (t) => t.lightMap.title,
    Panel: LightMapPanel,
  },
  {
    id: 'transform',
    icon: <Move3d size={18} />,
    keys: 'T',
    label: (t) => t.transform.title,
    Panel: TransformPanel,
  },
  {
    id: 'coordinates',
    icon: <Axis3d size={18} />,
    keys: 'C',
    label: (t) => t.coordinates.title,
    Panel: CoordinatesPanel,
  },
];
