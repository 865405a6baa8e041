import type { ReactNode } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './Environment.module.css';

/** The surroundings that light the product: a block with its own heading, fetched when it is first seen. */
export const EnvironmentControls = lazyPart(
  async () => (await import('./EnvironmentBlock.tsx')).EnvironmentBlock,
  Frame,
);

function Frame({ children }: { readonly children: ReactNode }) {
  return <div className={styles.frame}>{children}</div>;
}
