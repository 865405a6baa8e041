import { useLayoutEffect, useRef } from 'react';
import styles from './ColourValue.module.css';

/** A colour as a person reads it: what it looks like, and its code. */
export function ColourValue({ colour }: { readonly colour: string }) {
  const swatch = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => swatch.current?.style.setProperty('--swatch', colour), [colour]);
  return (
    <span className={styles.value}>
      <span ref={swatch} className={styles.swatch} aria-hidden="true" />
      {colour.toUpperCase()}
    </span>
  );
}
