import { useLayoutEffect, useRef } from 'react';
import { ProgressBar as AriaProgressBar } from 'react-aria-components';
import styles from './ProgressBar.module.css';

/** How far a long work is. `value` 0 to 100, null while it cannot be known. */
export function ProgressBar({
  label,
  value,
  tone = 'accent',
}: {
  readonly label: string;
  readonly value: number | null;
  /** Amber only for a running render. */
  readonly tone?: 'accent' | 'plain';
}) {
  const fill = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    fill.current?.style.setProperty('--value', `${value ?? 0}%`);
  }, [value]);
  return (
    <AriaProgressBar
      aria-label={label}
      className={styles.bar ?? ''}
      isIndeterminate={value === null}
      {...(value === null ? {} : { value })}
      data-tone={tone}
    >
      <span ref={fill} className={styles.fill} />
    </AriaProgressBar>
  );
}
