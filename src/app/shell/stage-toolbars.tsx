import { Axis3d, Brush, Camera, Move3d, Rotate3d } from 'lucide-react';
import type { StageToolbar } from '../features/stage/StageTools.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { ToolFrame } from './lazy-frames.tsx';

const CameraPanel = lazyPart(
  async () => (await import('../features/camera/CameraPanel.tsx')).CameraPanel,
  ToolFrame,
);
const CoordinatesPanel = lazyPart(
  async () => (await import('../features/coordinates/CoordinatesPanel.tsx')).CoordinatesPanel,
  ToolFrame,
);
/** Says that light can be painted: not before the part of the stage that takes the strokes is there. */
const LightMapPanel = lazyPart(async () => {
  const [{ LightMapPanel }] = await Promise.all([
    import('../features/light-map/LightMapPanel.tsx'),
    import('../features/light-map/SketchSurface.tsx'),
  ]);
  return LightMapPanel;
}, ToolFrame);
const TransformPanel = lazyPart(
  async () => (await import('../features/transform/TransformPanel.tsx')).TransformPanel,
  ToolFrame,
);
const ViewHelperPanel = lazyPart(
  async () => (await import('../features/view-helper/ViewHelperPanel.tsx')).ViewHelperPanel,
  ToolFrame,
);

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
    id: 'camera',
    icon: <Camera size={18} />,
    keys: 'K',
    label: (t) => t.keys.labels.camera,
    Panel: CameraPanel,
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
