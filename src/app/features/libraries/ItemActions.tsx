import { Archive, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { AssetType, CategoryBody, LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { Said, ToastArea } from '../../ui/toasts.ts';
import { changeItem } from './change-item.ts';
import { deleteItem } from './delete-item.ts';
import { EditItem } from './EditItem.tsx';
import { restoreItem } from './restore-item.ts';

interface Asked {
  readonly kind: 'edit' | 'delete' | 'archive';
  readonly item: LibraryItemBody;
}

/**
 * What this person may do to a picture: an owner renames and deletes what is theirs, staff rename and archive what is
 * everybody's (C9). Nothing of it without a connection.
 *
 * @param unassign Takes a deleted one away from the open project, see `unassign-item.ts`.
 * @param area Who speaks of it.
 * @returns `actionsOf`: the buttons of a picture; `dialogs`: what they ask, to be shown once.
 */
export function useItemActions(
  assetType: AssetType,
  categories: readonly CategoryBody[],
  unassign: (item: LibraryItemBody) => (() => void) | null,
  area: ToastArea,
): { readonly actionsOf: (item: LibraryItemBody) => ReactNode; readonly dialogs: ReactNode } {
  const app = useApp();
  const { language } = useTexts();
  const { libraries } = useLateTexts();
  const { userId } = useSnapshot(app.state.account);
  const { connection } = useSnapshot(app.state.shell);
  const isStaff = useAccount()?.is_staff === true;
  const [asked, setAsked] = useState<Asked | null>(null);
  const isOffline = connection !== 'online';

  const actionsOf = useCallback(
    (item: LibraryItemBody): ReactNode => {
      const isOwn = item.user !== null && item.user === userId;
      if (!isOwn && !(isStaff && item.user === null)) return null;
      const name = item.names[language];
      const button = (kind: Asked['kind'], label: string, icon: ReactNode) => (
        <IconButton
          size="sm"
          label={label}
          icon={icon}
          isDisabled={isOffline}
          onPress={() => setAsked({ kind, item })}
        />
      );
      return (
        <>
          {button('edit', libraries.edit(name), <Pencil size={14} />)}
          {isOwn
            ? button('delete', libraries.delete(name), <Trash2 size={14} />)
            : button('archive', libraries.archive(name), <Archive size={14} />)}
        </>
      );
    },
    [userId, isStaff, isOffline, language, libraries],
  );

  const close = () => setAsked(null);
  const archive = async (item: LibraryItemBody): Promise<void> => {
    try {
      await changeItem(app, assetType, item, { is_archived: true });
      const undo = () => void restoreItem(app, assetType, item, 'archived', null, area);
      const said: Said = (inTexts) =>
        lateTextsOf(inTexts.language).libraries.archivedToast(item.names[inTexts.language]);
      app.toasts.offer('success', said, {
        area,
        about: `${assetType}:${item.id}`,
        action: { label: ({ t }) => t.ui.undo, run: undo },
      });
    } catch (error) {
      const texts = app.texts();
      app.toasts.show(
        'error',
        lateTextsOf(texts.language).libraries.changeFailed(describeError(texts, error)),
        {
          area,
          cause: error,
        },
      );
    }
  };
  const item = asked?.item;
  const dialogs = item !== undefined && (
    <>
      {asked?.kind === 'edit' && (
        <EditItem assetType={assetType} item={item} categories={categories} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={asked?.kind === 'delete'}
        message={`${libraries.deleteQuestion[assetType]} ${libraries.deleteKeeps}`}
        onCancel={close}
        onConfirm={() => {
          close();
          void deleteItem(app, assetType, item, unassign, area);
        }}
      />
      <ConfirmDialog
        isOpen={asked?.kind === 'archive'}
        title={libraries.archiveTitle}
        message={libraries.archiveQuestion(item.names[language])}
        confirmLabel={libraries.archiveAccept}
        onCancel={close}
        onConfirm={() => {
          close();
          void archive(item);
        }}
      />
    </>
  );
  return { actionsOf, dialogs };
}
