import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ColourPanelProps } from './ColourPanel.tsx';
import styles from './ColourPicker.module.css';
import { classes } from './classes.ts';
import { lazyPart } from './lazy-part.tsx';
import { Popover } from './Popover.tsx';

const ColourPanel = lazyPart(async () => (await import('./ColourPanel.tsx')).ColourPanel, PanelFrame);

/**
 * A dot that opens a colour picker. `onPreview` follows every move so that the stage can show it; `onCommit` comes
 * once, when the picker closes with another colour than it opened with: one undo step. `onTakenBack` comes in its place where that
 * is the one it opened with, after others.
 *
 * @param colour `#rrggbb`, sRGB.
 */
export function ColourPicker({
  label,
  colour,
  swatches,
  onOpen,
  onPreview,
  onCommit,
  onTakenBack,
  size = 'dot',
  isDisabled = false,
}: {
  readonly label: string;
  readonly colour: string;
  readonly swatches: readonly string[];
  /** Comes before the first preview: the moment to remember what there was. */
  readonly onOpen?: () => void;
  readonly onPreview?: (colour: string) => void;
  readonly onCommit: (colour: string) => void;
  /** The moment to put back what there was, where a colour that is shown may be none that was set. */
  readonly onTakenBack?: () => void;
  readonly size?: 'dot' | 'tile';
  readonly isDisabled?: boolean;
}) {
  const swatch = useRef<HTMLSpanElement>(null);
  const [opened, setOpened] = useState(colour);
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? colour;
  useLayoutEffect(() => swatch.current?.style.setProperty('--colour', shown), [shown]);

  const settle = (isOpen: boolean) => {
    if (isOpen) {
      setOpened(colour);
      onOpen?.();
      return;
    }
    if (draft === opened) onTakenBack?.();
    else if (draft !== null) onCommit(draft);
    setDraft(null);
  };
  const preview = (next: string) => {
    setDraft(next);
    onPreview?.(next);
  };

  return (
    <Popover
      label={label}
      onOpenChange={settle}
      trigger={
        <Button
          aria-label={label}
          isDisabled={isDisabled}
          className={classes(styles.trigger, size === 'tile' && styles.tile)}
        >
          <span ref={swatch} className={styles.swatch} />
        </Button>
      }
    >
      <ColourPanel colour={shown} swatches={swatches} onChange={preview} />
    </Popover>
  );
}

function PanelFrame({ children }: ColourPanelProps & { readonly children: ReactNode }) {
  return <div className={classes(styles.panel, styles.frame)}>{children}</div>;
}
