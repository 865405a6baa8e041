import { Info, Search, Upload, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import { type ChosenFile, nameFiles } from '../../browser/collect-files.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { useCategories, useLibrary } from '../../scene/use-library.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { chooseCategory, listCategories, UPLOADED } from './choose-category.ts';
import { describeModalError } from './describe-library-error.ts';
import { useItemActions } from './ItemActions.tsx';
import { LibraryGrid, type StartCarry } from './LibraryGrid.tsx';
import { LibraryMessage } from './LibraryMessage.tsx';
import styles from './LibraryModal.module.css';
import { PictureButton } from './PictureButton.tsx';
import { nameFolders, planUpload } from './plan-upload.ts';
import { recallCategory, rememberCategory } from './remember-category.ts';
import { UploadPanel } from './UploadPanel.tsx';
import { createUploadList, type UploadList } from './upload-list.ts';
import { useAbsentItems } from './use-absent-items.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useUpload } from './use-upload.ts';

/** What a library takes (S1 9). */
const PICTURES = 'image/jpeg,image/png,image/webp';

/** One library to choose from. A choice is applied at once by `onChoose`, which also closes it. */
export function LibraryModal({
  assetType,
  subject,
  currentId,
  onChoose,
  onUnassign,
  onCarry,
  onClose,
}: {
  readonly assetType: AssetType;
  /** What the choice is for, beside the title. */
  readonly subject: string | null;
  readonly currentId: number | null;
  readonly onChoose: (item: LibraryItemBody) => void;
  /** Takes a deleted item away from the open project, see `unassign-item.ts`. */
  readonly onUnassign: (item: LibraryItemBody) => (() => void) | null;
  /** Carries a material over the stage. */
  readonly onCarry: StartCarry;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t, language, format } = texts;
  const { libraries, assets } = useLateTexts();
  const { userId } = useSnapshot(app.state.account);
  const { connection } = useSnapshot(app.state.shell);
  const { carried } = useSnapshot(app.state.stage);
  const library = useLibrary(assetType);
  const { data, isError } = library;
  const absent = useAbsentItems(data);
  const { data: known } = useCategories(assetType);
  const [query, setQuery] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const [wanted, setWanted] = useState(
    () =>
      data?.find((item) => item.id === currentId)?.category.id ??
      recallCategory(app.outside.localStorage, assetType),
  );
  const categories = useMemo(
    () => listCategories(data ?? [], query, language, known, { userId, name: libraries.uploaded }),
    [data, known, query, language, userId, libraries.uploaded],
  );
  const open = chooseCategory(categories, wanted);
  const nothing = query.trim() === '' ? libraries.empty[assetType] : libraries.noMatch(query.trim());
  const { actionsOf, dialogs } = useItemActions(assetType, known ?? [], onUnassign, 'workflow');
  const upload = useUpload(assetType);
  const isStaff = useAccount()?.is_staff === true;
  const [list, setList] = useState<UploadList | null>(null);

  const select = (id: number) => {
    setMoved(true);
    setWanted(id);
    rememberCategory(app.outside.localStorage, assetType, id);
  };
  const show = (item: LibraryItemBody): void => {
    setQuery('');
    setMoved(true);
    setWanted((now) => (now === item.category.id ? now : UPLOADED));
  };
  /** One picture goes at once, of several it is shown first what becomes of them. */
  const take = async (files: readonly ChosenFile[]): Promise<void> => {
    const category = open === null || open.id === UPLOADED ? null : open.id;
    const plan = planUpload(nameFolders(files), [], assetType);
    if (files.length === 1) {
      const item = await upload.send(files[0]?.file, category);
      if (item !== null) show(item);
    } else if (plan.pictures.length === 0) {
      app.toasts.show('warning', assets.nothingToUpload);
    } else {
      const pictures = plan.pictures.map((picture) => ({ ...picture, categoryId: category }));
      setList(createUploadList(app, assetType, { ...plan, pictures }, data ?? []));
    }
  };
  const failed = isError && data === undefined;
  const searchLabel =
    data === undefined ? assets.search[assetType] : libraries.search[assetType](data.length);
  const isOffline = connection !== 'online';
  const canTake = !isOffline && !failed && list === null && upload.fraction === null;
  const dropRef = useFileDrop(canTake ? (files) => void take(files) : null);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={libraries.titles[assetType]}
      size="lg"
      // What goes up, or waits to, would be gone with a press beside it.
      isDismissable={list === null && upload.fraction === null}
      isAside={carried !== null}
      aside={subject !== null && <Badge className={styles.subject}>{subject}</Badge>}
    >
      {!failed && (
        <div className={styles.search}>
          <TextField
            className={styles.field}
            label={searchLabel}
            isLabelHidden
            placeholder={searchLabel}
            icon={<Search size={16} aria-hidden="true" />}
            type="search"
            value={query}
            onChange={(text) => {
              setMoved(true);
              setQuery(text);
            }}
            isDisabled={data === undefined}
          />
          <PictureButton
            accept={PICTURES}
            icon={<Upload size={16} />}
            isDisabled={isOffline || list !== null}
            isLoading={upload.fraction !== null}
            loadingLabel={libraries.uploading(format.percent(upload.fraction ?? 0))}
            isMany
            onChoose={(files) => void take(nameFiles(files))}
          >
            {libraries.upload}
          </PictureButton>
          {upload.fraction !== null && (
            <IconButton label={t.ui.cancel} icon={<X size={16} />} onPress={upload.cancel} />
          )}
        </div>
      )}
      {upload.fraction !== null && (
        <ProgressBar label={assets.progress} value={upload.fraction * 100} tone="plain" />
      )}
      <LibraryMessage
        library={library}
        describeError={(error) => describeModalError(texts, assetType, error)}
        hint={libraries.errorHint}
        empty={data === undefined || open !== null ? null : nothing}
        styles={styles}
      />
      {list !== null && (
        <UploadPanel
          list={list}
          categories={(known ?? []).map(({ id, names, is_global: isGlobal }) => ({
            id,
            name: names[language],
            isGlobal,
          }))}
          isStaff={isStaff}
          isOffline={isOffline}
          onClose={([first]) => {
            setList(null);
            if (first !== undefined) show(first);
          }}
        />
      )}
      {open !== null && list === null && (
        <Tabs
          label={libraries.categories}
          className={styles.tabs}
          panelClassName={styles.panel}
          selected={String(open.id)}
          onSelect={(id) => select(Number(id))}
          items={categories.map((category) => ({
            id: String(category.id),
            label: category.name,
            count: category.items.length,
            isDisabled: category.items.length === 0,
            panel: (
              <LibraryGrid
                kind="tiles"
                label={category.name}
                items={category.items}
                currentId={currentId}
                userId={userId}
                absent={absent}
                hasFocus={!hasMoved}
                onChoose={onChoose}
                onCarry={assetType === 'material' ? onCarry : undefined}
                actionsOf={actionsOf}
              />
            ),
          }))}
        />
      )}
      <footer ref={dropRef} className={styles.footer}>
        <Info size={16} aria-hidden="true" />
        <span>{isOffline ? libraries.offline : libraries.applies[assetType]}</span>
        <span className={styles.keys} aria-hidden="true">
          <kbd>↑↓←→</kbd> {libraries.keyMove} <kbd>↵</kbd> {libraries.keyApply} <kbd>Esc</kbd>{' '}
          {libraries.keyClose}
        </span>
      </footer>
      {dialogs}
    </Modal>
  );
}
