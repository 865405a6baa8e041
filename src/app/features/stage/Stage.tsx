import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { AppError, isAbort } from '../../../contract/failure.ts';
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
import { turnCamera } from './turn-camera.ts';

/**
 * The square stage: the viewer, and over it what one needs to see and do with the model.
 *
 * @param toolbars The tools at its left edge. @param overlay Lies over the picture, inside the square.
 */
export function Stage({
  toolbars,
  overlay,
}: {
  readonly toolbars: readonly StageToolbar[];
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
    return () => {
      importing.current?.abort();
      follower.current?.stop();
      app.viewer.current = null;
      viewer.dispose();
    };
  }, [app]);

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
  const press = (event: KeyboardEvent): void => {
    if (turnCamera(app, event)) event.preventDefault();
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
          onKeyDown={press}
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
