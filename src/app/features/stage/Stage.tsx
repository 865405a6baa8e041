import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { AppError, isAbort } from '../../../contract/failure.ts';
import type { StageFollower } from '../../stage-followers.ts';
import type { StageToolbar } from '../../stage-toolbars.tsx';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { useApp } from '../../use-app.ts';
import { DropZone } from './DropZone.tsx';
import { followScene, type SceneFollower } from './follow-scene.ts';
import { importModel } from './import-model.ts';
import { ModelFacts } from './ModelFacts.tsx';
import { SavedViews } from './SavedViews.tsx';
import styles from './Stage.module.css';
import { StageNotice } from './StageNotice.tsx';
import { StageTools } from './StageTools.tsx';

/**
 * The square stage: the viewer, and over it what one needs to see and do with the model.
 *
 * @param toolbars The tools at its left edge. @param followers Keep parts of the state and the viewer in step; the same
 *   array at every call. @param overlay Lies over the picture, inside the square.
 */
export function Stage({
  toolbars,
  followers,
  overlay,
}: {
  readonly toolbars: readonly StageToolbar[];
  readonly followers: readonly StageFollower[];
  readonly overlay?: ReactNode;
}) {
  const app = useApp();
  const { t } = useTexts();
  const host = useRef<HTMLDivElement>(null);
  const follower = useRef<SceneFollower | null>(null);
  const importing = useRef<AbortController | null>(null);
  const [bug, setBug] = useState<unknown>(null);
  const { modelHash, toolbar } = useSnapshot(app.state.stage);
  const Panel = toolbars.find(({ id }) => id === toolbar)?.Panel;
  if (bug !== null) throw bug;

  useEffect(() => {
    if (host.current === null) return;
    const viewer = app.outside.workers.openViewer(host.current);
    app.viewer.current = viewer;
    follower.current = followScene(app, viewer, setBug);
    const stops = followers.map((follow) => follow(app, viewer));
    return () => {
      for (const stop of stops) stop();
      importing.current?.abort();
      follower.current?.stop();
      app.viewer.current = null;
      viewer.dispose();
    };
  }, [app, followers]);

  const open = async (file: File): Promise<void> => {
    importing.current?.abort();
    const controller = new AbortController();
    importing.current = controller;
    try {
      await importModel(app, file, controller.signal);
    } catch (error) {
      if (isAbort(error)) return;
      const isOther = error instanceof AppError && error.failure.code === 'file-format-unsupported';
      const { t: now } = app.texts();
      app.toasts.show(
        'error',
        describeError(app.texts(), error),
        isOther ? { message: now.stage.onlyGlb } : {},
      );
    }
  };
  const cancel = (): void => {
    importing.current?.abort();
    follower.current?.cancelLoad();
    app.toasts.show('info', t.stage.cancelled);
  };
  return (
    <section className={styles.frame} aria-label={t.shell.stage}>
      <SavedViews />
      <StageTools toolbars={toolbars} onOpen={open} />
      {Panel !== undefined && (
        <div className={styles.toolPanel}>
          <Panel />
        </div>
      )}
      <div className={styles.square}>
        <div
          ref={host}
          className={styles.host}
          role="application"
          aria-label={t.shell.stage}
          aria-describedby="stage-keys"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys turn the model
          tabIndex={0}
          data-model={modelHash ?? ''}
        />
        <span id="stage-keys" className={styles.hidden}>
          {t.stage.keysHelp}
        </span>
        {overlay}
        <ModelFacts />
        <StageNotice onOpen={open} onCancel={cancel} onRetry={() => follower.current?.retry()} />
        <DropZone onDrop={open} />
      </div>
    </section>
  );
}
