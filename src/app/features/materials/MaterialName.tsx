import { useEffect, useRef } from 'react';
import { useApp } from '../../core/use-app.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './MaterialControls.module.css';
import { renameMaterial } from './rename-material.ts';

/** The name of a material: a press shows its parts on the stage, F2 or two presses rename it in its place. */
export function MaterialName({
  row,
  isRenaming,
  onRename,
  onReveal,
}: {
  readonly row: MaterialRow;
  readonly isRenaming: boolean;
  readonly onRename: (isRenaming: boolean) => void;
  readonly onReveal: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isEnded = useRef(false);
  const wasRenaming = useRef(false);
  useEffect(() => {
    if (isRenaming) {
      isEnded.current = false;
      field.current?.select();
    }
    if (!isRenaming && wasRenaming.current && document.activeElement === document.body)
      button.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  const name = nameMaterial(row, texts);
  if (!isRenaming) {
    return (
      <button
        ref={button}
        type="button"
        className={styles.name}
        title={name}
        onClick={onReveal}
        onDoubleClick={() => onRename(true)}
        onKeyDown={(event) => {
          if (event.key === 'F2') onRename(true);
        }}
      >
        {name}
      </button>
    );
  }
  const end = (wanted: string | null): void => {
    // Leaving the document is leaving the field as well.
    if (isEnded.current) return;
    isEnded.current = true;
    if (wanted !== null) renameMaterial(app, texts, row, wanted);
    onRename(false);
  };
  return (
    <input
      ref={field}
      className={styles.newName}
      aria-label={texts.t.dressing.newName(name)}
      defaultValue={row.name}
      maxLength={255}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
      autoFocus
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        // Saving is the page's.
        if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
        if (event.key === 'Enter') end(event.currentTarget.value);
        if (event.key === 'Escape') end(null);
      }}
    />
  );
}
