import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import styles from './Sheet.module.css';
import { useTexts } from './texts/use-texts.ts';

const HEIGHTS = ['low', 'middle', 'high'] as const;
/** A drag shorter than this is a tap on the handle. */
const DRAG_PX = 24;

/** The panel of a portrait page: it stands on the lower edge at one of three heights. */
export function Sheet({ children }: { readonly children: ReactNode }) {
  const { t } = useTexts();
  const [height, setHeight] = useState<(typeof HEIGHTS)[number]>('middle');
  const start = useRef<number | null>(null);
  const step = (by: number): void => {
    const index = HEIGHTS.indexOf(height) + by;
    setHeight(HEIGHTS[Math.min(HEIGHTS.length - 1, Math.max(0, index))]!);
  };
  const cycle = (): void => setHeight(HEIGHTS[(HEIGHTS.indexOf(height) + 1) % HEIGHTS.length]!);
  const release = (event: PointerEvent): void => {
    const from = start.current;
    start.current = null;
    if (from === null) return;
    const moved = from - event.clientY;
    if (Math.abs(moved) > DRAG_PX) step(Math.sign(moved));
    else cycle();
  };
  return (
    <aside className={styles.sheet} data-height={height} aria-label={t.panel.label}>
      <div
        className={styles.grip}
        onPointerDown={(event) => {
          start.current = event.clientY;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={release}
        onPointerCancel={() => {
          start.current = null;
        }}
      >
        <Button
          className={styles.handle ?? ''}
          aria-label={t.shell.handle}
          onPress={({ pointerType }) => {
            // Pointers are read on the grip, which has captured them.
            if (pointerType === 'keyboard' || pointerType === 'virtual') cycle();
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowUp') step(1);
            if (event.key === 'ArrowDown') step(-1);
          }}
        />
      </div>
      {children}
    </aside>
  );
}
