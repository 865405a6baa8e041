import { Box, Copy, EllipsisVertical, FileArchive, Pencil, Trash2 } from 'lucide-react';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/Menu.tsx';
import { Tile } from '../../ui/Tile.tsx';
import { useLater } from '../../ui/use-later.ts';
import type { ListedProject } from './list-projects.ts';
import styles from './Projects.module.css';

/** What a row of the list shows of its project, and a menu of what can be done with it. The list draws it for those in sight. */
export function ProjectItem({
  project,
  isOpen,
  isBusy,
  isOnline,
  onRename,
  onCopy,
  onExport,
  onDelete,
}: {
  readonly project: ListedProject;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly isOnline: boolean;
  readonly onRename: () => void;
  readonly onCopy: () => void;
  readonly onExport: () => void;
  readonly onDelete: () => void;
}) {
  const { format } = useTexts();
  const { projects: texts } = useLateTexts();
  const { name, modelName, thumbnail, changedAt, key, serverId, hasUnsaved } = project;
  const hasMenu = useLater();
  const isLocal = serverId === null;
  const isAway = key === null && !isOnline;
  const needs = (isPossible: boolean): Partial<MenuEntry> =>
    isPossible ? {} : { isDisabled: true, hint: texts.needsConnection };
  const details = [
    modelName ?? texts.noModel,
    changedAt > 0 ? texts.changed(format.dateTime(changedAt)) : null,
  ].filter((one) => one !== null);
  return (
    <>
      <Tile address={thumbnail} className={styles.picture}>
        <Box size={24} aria-hidden="true" />
      </Tile>
      <span className={styles.words}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.details}>{details.join(' · ')}</span>
      </span>
      <span className={styles.marks}>
        {isOpen && <Badge tone="solid">{texts.open}</Badge>}
        {isLocal && <Badge tone="warn">{texts.onlyHere}</Badge>}
        {!isLocal && hasUnsaved && <Badge tone="warn">{texts.unsaved}</Badge>}
        {isAway && <Badge>{texts.notHere}</Badge>}
      </span>
      {hasMenu ? (
        <Menu
          label={texts.more(name)}
          trigger={
            <IconButton label={texts.more(name)} icon={<EllipsisVertical size={16} />} isLoading={isBusy} />
          }
          entries={[
            {
              id: 'rename',
              label: texts.rename,
              icon: <Pencil size={16} />,
              onAction: onRename,
              ...needs(!isAway),
            },
            { id: 'copy', label: texts.copy, icon: <Copy size={16} />, onAction: onCopy, ...needs(!isAway) },
            {
              id: 'export',
              label: texts.export,
              icon: <FileArchive size={16} />,
              onAction: onExport,
              ...needs(!isAway),
            },
            {
              id: 'delete',
              label: texts.delete,
              icon: <Trash2 size={16} />,
              isDestructive: true,
              onAction: onDelete,
              ...needs(isLocal || isOnline),
            },
          ]}
        />
      ) : (
        <span className={styles.menuPlace} />
      )}
    </>
  );
}
