import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { IconButton } from './IconButton.tsx';
import styles from './LibrarySection.module.css';
import { Section } from './Section.tsx';
import { Tile } from './Tile.tsx';
import { useOpenSection } from './use-open-section.tsx';

/** A part of the panel that holds one choice from a library: a section, or only its contents. */
export function LibrarySection({
  title,
  summary,
  isSet,
  opensOnLoad,
  isLocked,
  isBare,
  remove,
  children,
}: {
  readonly title: string;
  /** What is chosen, printed while closed. */
  readonly summary: string;
  /** Whether an item of the library is chosen. */
  readonly isSet: boolean;
  /** Whether a project that comes with a choice shows it at once. */
  readonly opensOnLoad: boolean;
  /** Until a model is loaded. */
  readonly isLocked: boolean;
  /** Without the header that opens it: for a place with a heading of its own. */
  readonly isBare: boolean;
  /** Takes the choice away; null where there is nothing to take. */
  readonly remove: { readonly label: string; readonly onPress: () => void } | null;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useOpenSection(isSet, { isLocked, opensOnLoad });
  const button = remove !== null && (
    <IconButton size="sm" label={remove.label} icon={<X size={16} />} onPress={remove.onPress} />
  );
  if (isBare) {
    return (
      <div className={styles.bare}>
        <div className={styles.content}>{children}</div>
        {button}
      </div>
    );
  }
  return (
    <Section
      title={title}
      value={isLocked ? t.panel.lockedUntilModel : summary}
      action={button}
      isOpen={isOpen}
      onToggle={setOpen}
      isDisabled={isLocked}
    >
      {children}
    </Section>
  );
}

/** What is chosen: its picture, its name, the way to the library, and one control. */
export function LibraryChoice({
  tile,
  name,
  library,
  children,
}: {
  /** A picture, or what stands in its place. */
  readonly tile: ReactNode;
  readonly name: string;
  readonly library: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.choice}>
      {tile}
      <div className={styles.details}>
        <LibraryLine name={name} library={library} />
        {children}
      </div>
    </div>
  );
}

/** A name with the way to the library at its right. */
export function LibraryLine({ name, library }: { readonly name: string; readonly library: ReactNode }) {
  return (
    <div className={styles.line}>
      <span className={styles.name}>{name}</span>
      {library}
    </div>
  );
}

/** The picture of an item; an empty frame until the item is known. */
export function LibraryTile({ thumbnail }: { readonly thumbnail: string | undefined }) {
  return <Tile address={thumbnail ?? null} className={styles.picture} />;
}
