import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../../core/use-app.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyPart, PlainFrame } from '../../ui/lazy-part.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { offerIndependent } from './make-independent.ts';
import type { ControlsContext } from './use-controls-context.ts';

const PartPicker = lazyPart(async () => (await import('./PartPicker.tsx')).PartPicker, PlainFrame);

/** Gives one part of a shared material a material of its own: the part of the line in the tree, else one of a list. */
export function IndependentButton({
  row,
  nodeIndex,
  context,
}: {
  readonly row: MaterialRow;
  readonly nodeIndex: number | null;
  readonly context: ControlsContext;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const [isOpen, setOpen] = useState(false);
  const nameOf = (index: number): string => context.partNames.get(index) ?? '';
  const { libraryId = null } = row.entry ?? {};
  const colour = libraryId === null ? undefined : context.library.get(libraryId)?.average_colour;
  const make = (index: number): void => void offerIndependent(app, texts, row, index, nameOf(index), colour);
  const icon = <Plus size={16} />;
  if (nodeIndex !== null) {
    const label = t.dressing.makePartIndependent(nameOf(nodeIndex));
    return <IconButton size="sm" label={label} icon={icon} onPress={() => make(nodeIndex)} />;
  }
  const parts = row.nodes.filter((index) => !context.helpers.has(index));
  return (
    <Popover
      label={t.dressing.choosePart}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <IconButton size="sm" label={t.dressing.makeIndependent(nameMaterial(row, texts))} icon={icon} />
      }
    >
      <PartPicker
        parts={parts.map((index) => ({ index, name: nameOf(index) }))}
        onChoose={(index) => {
          setOpen(false);
          make(index);
        }}
      />
    </Popover>
  );
}
