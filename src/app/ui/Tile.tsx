import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './Tile.module.css';

/** A small picture in a frame; what stands in its place until there is one. */
export function Tile({
  address,
  className,
  children,
}: {
  readonly address: string | null;
  /** Gives it its size. */
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <span className={classes(styles.tile, className)}>
      {address === null ? children : <img src={address} alt="" loading="lazy" />}
    </span>
  );
}
