import { ListBox, ListBoxItem, ListLayout, Virtualizer } from 'react-aria-components';
import { useTexts } from '../../texts/use-texts.ts';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import styles from './MaterialControls.module.css';

/** A list of parts of which one is chosen. Letters go to the part of that name; only what is in view is drawn. */
export function PartPicker({
  parts,
  onChoose,
}: {
  readonly parts: readonly { readonly index: number; readonly name: string }[];
  readonly onChoose: (index: number) => void;
}) {
  const { t } = useTexts();
  const isCoarse = useCoarsePointer();
  return (
    <div className={styles.parts}>
      <p className={styles.partsTitle}>{t.dressing.choosePart}</p>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: isCoarse ? 44 : 32 }}>
        <ListBox
          aria-label={t.dressing.choosePart}
          className={styles.partList ?? ''}
          items={parts.map((part) => ({ id: part.index, ...part }))}
          autoFocus
          onAction={(key) => onChoose(Number(key))}
        >
          {(part) => (
            <ListBoxItem id={part.index} textValue={part.name} className={styles.part ?? ''}>
              {part.name}
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
    </div>
  );
}
