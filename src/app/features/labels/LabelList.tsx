import { ArrowDown, ArrowUp, Sticker, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useSnapshot } from 'valtio';
import { LABELS_MAX } from '../../../contract/constants.ts';
import type { Label } from '../../../contract/scene/label.ts';
import { useApp } from '../../core/use-app.ts';
import { useSettings } from '../../core/use-settings.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { editLabels } from './edit-labels.ts';
import { LabelControls } from './LabelControls.tsx';
import styles from './LabelsSection.module.css';
import { letWait } from './let-wait.ts';
import { LABEL_TYPES, takeLabelPicture } from './take-label-picture.ts';
import { useLabelPicture } from './use-label-picture.ts';
import { WaitingNote } from './WaitingNote.tsx';

/** The labels of the product, the settings of the selected one, and the way to put another one on. */
export function LabelList() {
  const app = useApp();
  const texts = useTexts();
  const { labels: words } = useLateTexts();
  const { labels } = useSettings().render_settings;
  const { waiting, reading, selected } = useSnapshot(app.state.labels);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  // Where a label has just been moved to, and by how much: the next press is to move the same one.
  const moved = useRef<{ readonly index: number; readonly by: 1 | -1 } | null>(null);
  // Of the list, the hint and the button that adds one.
  const all = useRef<HTMLDivElement>(null);
  // Where one was taken away, the one after it has the focus by its name: a second press takes nothing more away.
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current !== null) {
      const rows = list.current?.children;
      const row = rows?.[Math.min(removed.current, rows.length - 1)] ?? all.current;
      removed.current = null;
      row?.querySelector<HTMLElement>('button')?.focus();
    }
    if (moved.current === null) return;
    const { index, by } = moved.current;
    moved.current = null;
    const row = list.current?.children[index];
    const same = row?.querySelector<HTMLElement>(`[data-move="${by}"]`);
    (same ?? row?.querySelector<HTMLElement>('[data-move]'))?.focus();
  });
  const take = async (file: File): Promise<void> => {
    const picture = await takeLabelPicture(app, texts, file);
    if (picture === null) return;
    app.state.stage.toolbar = null;
    letWait(app, picture);
  };
  const isFull = labels.length >= LABELS_MAX;
  const choose = (
    <Button
      icon={<Sticker size={16} aria-hidden="true" />}
      isLoading={reading.length > 0}
      loadingLabel={words.reading}
      isDisabled={isFull}
      onPress={() => input.current?.click()}
    >
      {labels.length === 0 ? words.choose : words.add}
    </Button>
  );
  return (
    <div ref={all} className={styles.labels}>
      <input
        ref={input}
        hidden
        type="file"
        accept={[...LABEL_TYPES, '.svg', '.pdf'].join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) void take(file);
        }}
      />
      {waiting !== null && <WaitingNote name={waiting.name} />}
      {labels.length > 0 && (
        <ol ref={list} className={styles.list} aria-label={words.list}>
          {labels.map((label, index) => (
            <LabelRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a label is its place in the list
              key={index}
              label={label}
              index={index}
              count={labels.length}
              isSelected={index === selected}
              onMove={(by) => {
                moved.current = { index: index + by, by };
              }}
              onRemove={() => {
                removed.current = index;
              }}
            />
          ))}
        </ol>
      )}
      {labels.length === 0 && waiting === null && (
        <EmptyState
          icon={<Sticker size={28} />}
          title={words.emptyTitle}
          message={words.empty}
          action={choose}
        />
      )}
      {labels.length > 0 && waiting === null && (
        <>
          {choose}
          {isFull && <p className={styles.hint}>{words.full(LABELS_MAX)}</p>}
        </>
      )}
    </div>
  );
}

function LabelRow({
  label,
  index,
  count,
  isSelected,
  onMove,
  onRemove,
}: {
  readonly label: Label;
  readonly index: number;
  readonly count: number;
  readonly isSelected: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}) {
  const app = useApp();
  const { labels: words } = useLateTexts();
  const address = useLabelPicture(label.imageHash);
  const select = (next: number | null): void => {
    app.state.labels.selected = next;
  };
  const swap = (by: 1 | -1): void => {
    editLabels(app, words.undoOrder, (labels) => {
      const next = [...labels];
      next.splice(index + by, 0, ...next.splice(index, 1));
      return next;
    });
    if (isSelected) select(index + by);
    onMove(by);
  };

  const remove = (): void => {
    editLabels(app, words.undoRemove(label.name), (labels) => labels.filter((_, at) => at !== index));
    select(null);
    onRemove();
  };
  return (
    <li className={styles.item} data-selected={isSelected || undefined}>
      <div className={styles.row}>
        <AriaButton
          className={styles.pick ?? ''}
          aria-label={words.select(label.name)}
          aria-expanded={isSelected}
          onPress={() => select(isSelected ? null : index)}
        >
          <Tile address={address} className={styles.picture} />
          <span className={styles.name}>{label.name}</span>
        </AriaButton>
        {index > 0 && (
          <IconButton
            data-move="-1"
            size="sm"
            label={words.lower(label.name)}
            icon={<ArrowUp size={14} />}
            onPress={() => swap(-1)}
          />
        )}
        {index < count - 1 && (
          <IconButton
            data-move="1"
            size="sm"
            label={words.raise(label.name)}
            icon={<ArrowDown size={14} />}
            onPress={() => swap(1)}
          />
        )}
        <IconButton size="sm" label={words.remove(label.name)} icon={<Trash2 size={14} />} onPress={remove} />
      </div>
      {isSelected && <LabelControls label={label} index={index} />}
    </li>
  );
}
