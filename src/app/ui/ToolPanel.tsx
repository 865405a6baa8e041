import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { IconButton } from './IconButton.tsx';
import styles from './ToolPanel.module.css';

/** The glass panel of a stage tool, with its title, its key and a way out. The stage puts it beside its button. */
export function ToolPanel({
  title,
  keys,
  onClose,
  children,
}: {
  readonly title: string;
  readonly keys: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <kbd className={styles.keys}>{keys}</kbd>
        <IconButton size="sm" label={t.ui.close} icon={<X size={16} />} onPress={onClose} />
      </header>
      {children}
    </section>
  );
}
