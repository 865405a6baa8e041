import type { ModelPose } from '../../../contract/render-spec.ts';
import { isCancelled } from '../../browser/expected-errors.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';

/** Frames of a window that was out of sight: playback goes on where it was, not where it would be by now. */
const LONGEST_STEP_SECONDS = 0.1;

/**
 * Plays an animation on the stage, round and round, without a change of the project: pictures that are taken meanwhile show the
 * pose that was set. A slow stage is never asked for a moment before it has shown the last.
 *
 * @param pose Where it begins. @param duration Of the clip, seconds, above 0.
 * @param onMoment Told about each moment that is shown.
 * @returns Ends it, where it is: what the stage shows then is up to the caller.
 */
export function playPose(
  app: Pick<App, 'viewer' | 'state'>,
  pose: ModelPose,
  duration: number,
  onMoment: (seconds: number) => void,
): () => void {
  const { stage } = app.state;
  stage.isPlaying = true;
  let { seconds } = pose;
  let last: number | null = null;
  let isShowing = false;
  let frame = requestAnimationFrame(function step(timeMs) {
    frame = requestAnimationFrame(step);
    seconds += last === null ? 0 : Math.min(LONGEST_STEP_SECONDS, (timeMs - last) / 1000);
    last = timeMs;
    const viewer = app.viewer.current;
    if (isShowing || viewer === null) return;
    seconds %= duration;
    isShowing = true;
    onMoment(seconds);
    viewer.api
      .setPose({ ...pose, seconds }, true)
      .catch((error: unknown) => {
        if (!isCancelled(error)) cancelAnimationFrame(frame);
      })
      .finally(() => {
        isShowing = false;
      });
  });
  return () => {
    stage.isPlaying = false;
    cancelAnimationFrame(frame);
  };
}

/** Ends what played on the stage with the pose of the project. A stage that is gone is shown all of it when it comes back. */
export function standAsSet(app: Pick<App, 'state' | 'viewer'>): void {
  void app.viewer.current?.api.setPose(currentSettings(app).render_settings.pose).catch(() => undefined);
}
