import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import styles from './Sheet.module.css';

const HEIGHTS = ['low', 'middle', 'high'] as const;
/** A drag shorter than this is a tap on the handle. */
const DRAG_PX = 24;

/**
 * The panel of a portrait page: it stands on the lower edge at one of three heights.
 *
 * @param dock Where the open tool of the stage has its panel, in place of the first of the children.
 */
export function Sheet({
  dock,
  children,
}: {
  readonly dock: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const [height, setHeight] = useState<(typeof HEIGHTS)[number]>('middle');
  const startPx = useRef(0);
  const wasDragged = useRef(false);
  const step = (by: number): void => {
    const index = HEIGHTS.indexOf(height) + by;
    setHeight(HEIGHTS[Math.min(HEIGHTS.length - 1, Math.max(0, index))]!);
  };
  const cycle = (): void => setHeight(HEIGHTS[(HEIGHTS.indexOf(height) + 1) % HEIGHTS.length]!);
  const grab = (event: PointerEvent): void => {
    startPx.current = event.clientY;
    wasDragged.current = false;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const release = (event: PointerEvent): void => {
    const moved = startPx.current - event.clientY;
    if (Math.abs(moved) <= DRAG_PX) return;
    wasDragged.current = true;
    step(Math.sign(moved));
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp') step(1);
    if (event.key === 'ArrowDown') step(-1);
  };
  return (
    <aside className={styles.sheet} data-height={height} aria-label={t.panel.label}>
      <button
        type="button"
        className={styles.grip}
        aria-label={t.shell.handle}
        onPointerDown={grab}
        onPointerUp={release}
        onClick={() => !wasDragged.current && cycle()}
        onKeyDown={press}
      />
      <div ref={dock} className={styles.dock} />
      {children}
    </aside>
  );
}
