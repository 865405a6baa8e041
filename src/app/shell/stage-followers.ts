import { loadCode } from '../browser/load-code.ts';
import { followFocus } from '../features/camera/follow-focus.ts';
import { followLabels } from '../features/labels/follow-labels.ts';
import { followLights } from '../features/light/follow-lights.ts';
import { followSketches } from '../features/light-map/follow-sketches.ts';
import { followLive } from '../features/live-view/follow-live.ts';
import { followHighlight } from '../features/materials/follow-highlight.ts';
import { followCamera } from '../features/stage/follow-camera.ts';
import { followTaps } from '../features/stage/follow-taps.ts';
import type { StageFollower } from '../features/stage/Stage.tsx';
import { followTransform } from '../features/transform/follow-transform.ts';
import { followTurntable } from '../features/view-helper/follow-turntable.ts';
import { followActiveView } from '../features/views/follow-active-view.ts';
import { followThumbnails } from '../features/views/follow-thumbnails.ts';

/** What is traced is what an order would be made of. */
const followLiveView: StageFollower = (app, viewer) =>
  followLive(app, viewer, async () =>
    (await loadCode(() => import('../features/order/describe-live.ts'))).openLiveSource(app),
  );

/** Begun, in this order, whenever the stage opens a viewer. */
export const STAGE_FOLLOWERS: readonly StageFollower[] = [
  followCamera,
  followTurntable,
  followTransform,
  followHighlight,
  followTaps,
  followLights,
  followFocus,
  followLabels,
  followSketches,
  followActiveView,
  followThumbnails,
  followLiveView,
];
