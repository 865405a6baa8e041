import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import type { NamedFile } from '../../../contract/compute-values.ts';
import type { ViewerClient } from '../../../workers/open-viewer.ts';
import type { App } from '../../core/app.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { DropZone } from './DropZone.tsx';
import { followScene, type SceneFollower } from './follow-scene.ts';
import { holdReads } from './hold-reads.ts';
import { ModelFacts } from './ModelFacts.tsx';
import styles from './Stage.module.css';
import { StageNotice } from './StageNotice.tsx';
import type { StageToolbar } from './StageTools.tsx';
import { StageTools } from './StageTools.tsx';
import { useOpenFiles } from './use-open-files.ts';

/** Keeps an open viewer and one part of the state in step. Returns the function that stops. */
export type StageFollower = (app: App, viewer: ViewerClient) => () => void;

/**
 * Takes files that are no model.
 *
 * @param place Where they were dropped, in CSS pixels of the window; null where they were chosen in a dialog.
 * @returns True when they have been taken.
 */
export type OnTake = (
  files: readonly NamedFile[],
  place: readonly [number, number] | null,
) => Promise<boolean>;

/**
 * The square stage: the viewer, and over it what one needs to see and do with the model.
 *
 * @param toolbars The tools at its left edge. @param toolDock Has the open tool's panel; without one it stands beside the
 *   square. @param followers Keep parts of the state and the viewer in step; the same
 *   array at every call. @param views The bar of the saved views, which puts itself over the stage or beside it.
 * @param overlay Lies over the picture, inside the square. @param notice Stands over what is known of the model.
 * @param onTake Asked first about files that a person gave: true when they were no model and have been taken.
 */
export function Stage({
  toolbars,
  toolDock,
  followers,
  views,
  overlay,
  notice,
  onTake,
  onUndo,
  onRedo,
}: {
  readonly toolbars: readonly StageToolbar[];
  readonly toolDock: HTMLElement | null;
  readonly followers: readonly StageFollower[];
  readonly views: ReactNode;
  readonly overlay?: ReactNode;
  readonly notice?: ReactNode;
  readonly onTake: OnTake;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}) {
  const app = useApp();
  const { t } = useTexts();
  const host = useRef<HTMLDivElement>(null);
  const follower = useRef<SceneFollower | null>(null);
  const files = useOpenFiles();
  const [bug, setBug] = useState<unknown>(null);
  const { modelHash, toolbar, graphics } = useSnapshot(app.state.stage);
  const { isPickingFocus } = useSnapshot(app.state.camera);
  // There is nothing to work on then, and it would lie over the way back.
  const isUsable = graphics !== 'failed';
  const Panel = isUsable ? toolbars.find(({ id }) => id === toolbar)?.Panel : undefined;
  if (bug !== null) throw bug;

  useEffect(() => {
    if (host.current === null) return;
    const viewer = app.outside.workers.openViewer(host.current);
    app.viewer.current = holdReads(app, viewer);
    follower.current = followScene(app, viewer, setBug);
    const stops = followers.map((follow) => follow(app, viewer));
    return () => {
      for (const stop of stops) stop();
      follower.current?.stop();
      app.viewer.current = null;
      viewer.dispose();
    };
  }, [app, followers]);

  const offer = (
    given: readonly NamedFile[],
    open: (files: readonly NamedFile[]) => void,
    place: readonly [number, number] | null = null,
  ): void =>
    void onTake(given, place).then((isTaken) => {
      if (!isTaken) open(given);
    });
  const cancel = (): void => {
    files.cancel();
    follower.current?.cancelLoad();
    app.toasts.show('info', t.stage.cancelled, { area: 'viewer' });
  };
  return (
    <section className={styles.frame} aria-label={t.shell.stage} data-tour="stage">
      {isUsable && views}
      <StageTools
        toolbars={toolbars}
        onOpen={(given) => offer(given, files.open)}
        onUndo={onUndo}
        onRedo={onRedo}
      />
      {Panel !== undefined && toolDock === null && (
        <div className={styles.toolPanel}>
          <Panel />
        </div>
      )}
      {Panel !== undefined && toolDock !== null && createPortal(<Panel />, toolDock)}
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
          data-picking={isPickingFocus}
        />
        <span id="stage-keys" className="spoken">
          {t.stage.keysHelp}
        </span>
        {isUsable && overlay}
        {isUsable && <ModelFacts onAdd={files.add}>{notice}</ModelFacts>}
        <StageNotice
          onOpen={(given) => offer(given, files.open)}
          onAdd={files.add}
          onCancel={cancel}
          onRetry={() => follower.current?.retry()}
        />
        <DropZone onDrop={(given, place) => offer(given, files.drop, place)} />
      </div>
    </section>
  );
}
