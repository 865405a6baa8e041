import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { NamedFile } from '../../../contract/compute-values.ts';
import { collectDrop } from '../../browser/collect-files.ts';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './Stage.module.css';
import { tellRefusal } from './tell-share.ts';

/** Takes files dropped anywhere on the page, so that a missed target does not open the file in place of the app. */
export function DropZone({
  onDrop,
}: {
  /** @param place Where, in CSS pixels of the window. */
  readonly onDrop: (files: readonly NamedFile[], place: readonly [number, number]) => void;
}) {
  const { t } = useTexts();
  const app = useApp();
  const { device } = app.outside;
  const isReady = useIsReady();
  // What the system opens the app with is as good as dropped in the middle of the stage.
  const open = useEffectEvent((files: readonly NamedFile[]) =>
    onDrop(files, [window.innerWidth / 2, window.innerHeight / 2]),
  );
  useEffect(
    () => (isReady ? device.onFiles(open, () => tellRefusal(app, 'open')) : undefined),
    [app, device, isReady],
  );
  const [isOver, setOver] = useState(false);
  const [isPicture, setPicture] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      // What is under the pointer takes it for itself.
      if (event.defaultPrevented) {
        setOver(false);
        return;
      }
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
      setPicture(holdsPicture(event.dataTransfer));
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (event.defaultPrevented) return;
      event.preventDefault();
      if (event.dataTransfer === null || !event.dataTransfer.types.includes('Files')) return;
      const place = [event.clientX, event.clientY] as const;
      // A folder that cannot be read gives nothing, as an empty one does.
      void collectDrop(event.dataTransfer)
        .catch(() => [])
        .then((files) => onDrop(files, place));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop]);
  if (!isOver) return null;
  return (
    <div className={styles.drop}>
      <Upload size={24} aria-hidden="true" />
      {isPicture ? t.stage.dropPicture : t.stage.dropNow}
    </div>
  );
}

/** From the moment on when files meet what they were meant for: the project, and its model where it has one. */
function useIsReady(): boolean {
  const { state } = useApp();
  const { status, settings } = useSnapshot(state.project);
  const { modelHash, failed, graphics } = useSnapshot(state.stage);
  const [isReady, setReady] = useState(false);
  const stands = modelHash !== null || failed !== null || graphics === 'failed';
  if (!isReady && status === 'ready' && (stands || settings.model_hash === null)) setReady(true);
  return isReady;
}

/** One picture by itself, as far as the browser says before it is dropped. */
function holdsPicture({ items }: DataTransfer): boolean {
  return items.length === 1 && items[0]?.type.startsWith('image/') === true;
}
