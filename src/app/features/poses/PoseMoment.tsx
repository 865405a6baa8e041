import { Pause, Play } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ModelPose } from '../../../contract/render-spec.ts';
import { onLessMotion, wantsLessMotion } from '../../browser/less-motion.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Slider } from '../../ui/Slider.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import styles from './PoseChoice.module.css';
import { playPose, standAsSet } from './play-pose.ts';
import { setPose } from './set-pose.ts';

const STEP_SECONDS = 0.01;

/**
 * The moment of the chosen animation: a slider, a number, and a button that plays it. Playing ends where it is as soon as
 * something else is used, so that what is done next is done to what the stage shows.
 */
export function PoseMoment({ pose, duration }: { readonly pose: ModelPose; readonly duration: number }) {
  const app = useApp();
  const { t, format } = useTexts();
  const isStill = useSyncExternalStore(onLessMotion, wantsLessMotion);
  /** Where it plays, null while it does not. */
  const [moment, setMoment] = useState<number | null>(null);
  const end = useRef<(() => void) | null>(null);
  const max = Math.max(STEP_SECONDS, Math.floor(duration / STEP_SECONDS) * STEP_SECONDS);
  const seconds = Math.min(max, moment ?? pose.seconds);

  const choose = (next: number): void => {
    const kept = Math.round(Math.min(max, Math.max(0, next)) * 100) / 100;
    setPose(app, t.poses.undoMoment, { ...pose, seconds: kept }, true);
  };
  const stop = useCallback((): void => {
    end.current?.();
    end.current = null;
    setMoment(null);
  }, []);
  /** The stage stands as the project says again. */
  const leave = useCallback((): void => {
    if (end.current === null) return;
    stop();
    standAsSet(app);
  }, [app, stop]);
  const pause = (): void => {
    if (end.current === null) return;
    stop();
    choose(seconds);
    // The moment may be the one it began at: the project has no news for the stage then.
    standAsSet(app);
  };
  const play = (): void => {
    end.current = playPose(app, { ...pose, seconds }, duration, setMoment);
    setMoment(seconds);
  };
  // An undo, another model, or the end of this part takes the stage from what plays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment ends it
  useEffect(() => leave, [leave, pose.seconds]);
  useEffect(() => {
    if (isStill) leave();
  }, [isStill, leave]);

  const isPlaying = moment !== null;
  return (
    <fieldset
      className={styles.moment}
      aria-label={t.poses.moment}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) pause();
      }}
    >
      <Slider
        label={t.poses.moment}
        range={{ min: 0, max, step: STEP_SECONDS }}
        value={seconds}
        valueText={t.poses.seconds(seconds)}
        onChange={(next) => {
          stop();
          choose(next);
        }}
      />
      <div className={styles.row}>
        {!isStill && (
          <IconButton
            label={isPlaying ? t.poses.pause : t.poses.play}
            icon={isPlaying ? <Pause size={16} /> : <Play size={16} />}
            isSolid
            onPress={isPlaying ? pause : play}
          />
        )}
        <Stepper
          label={t.poses.inSeconds}
          className={styles.seconds}
          value={Math.round(seconds * 100) / 100}
          minValue={0}
          maxValue={max}
          step={STEP_SECONDS}
          formatOptions={{ minimumFractionDigits: 2, maximumFractionDigits: 2 }}
          onChange={(next) => {
            stop();
            choose(next);
          }}
        />
        <span className={styles.unit}>{t.poses.of(format.number(max))}</span>
      </div>
      {isStill && <p className={styles.hint}>{t.poses.lessMotion}</p>}
    </fieldset>
  );
}
