import type { ViewerClient } from '../../workers/open-viewer.ts';
import type { App } from '../core/app.ts';
import { followSketches } from '../features/light-map/follow-sketches.ts';
import { followHighlight } from '../features/materials/follow-highlight.ts';
import { followCamera } from '../features/stage/follow-camera.ts';
import { followTaps } from '../features/stage/follow-taps.ts';
import { followTransform } from '../features/transform/follow-transform.ts';
import { followTurntable } from '../features/view-helper/follow-turntable.ts';
import { followActiveView } from '../features/views/follow-active-view.ts';
import { followThumbnails } from '../features/views/follow-thumbnails.ts';

/** Keeps an open viewer and one part of the state in step. Returns the function that stops. */
export type StageFollower = (app: App, viewer: ViewerClient) => () => void;

/** Begun, in this order, whenever the stage opens a viewer. */
export const STAGE_FOLLOWERS: readonly StageFollower[] = [
  followCamera,
  followTurntable,
  followTransform,
  followHighlight,
  followTaps,
  followSketches,
  followActiveView,
  followThumbnails,
];
