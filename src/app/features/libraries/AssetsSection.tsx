import { FileArchive, FolderUp, Search } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import { type ChosenFile, collectDrop, nameFiles } from '../../browser/collect-files.ts';
import { useAccount } from '../../core/use-account.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Deferred } from '../../ui/Deferred.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { compareNames } from '../../values/compare-names.ts';
import styles from './AssetsSection.module.css';
import { type AssetPlace, AssetTree, RENDERS } from './AssetTree.tsx';
import { listCategories, UPLOADED } from './choose-category.ts';
import { describeAssetsError } from './describe-library-error.ts';
import { useItemActions } from './ItemActions.tsx';
import { LibraryGrid, type StartCarry } from './LibraryGrid.tsx';
import { LibraryMessage } from './LibraryMessage.tsx';
import { NewCategory } from './NewCategory.tsx';
import { PictureButton } from './PictureButton.tsx';
import { nameFolders, planUpload } from './plan-upload.ts';
import { UploadPanel } from './UploadPanel.tsx';
import { createUploadList, type UploadList } from './upload-list.ts';
import { openZipUpload } from './upload-zip.ts';
import { useAbsentItems } from './use-absent-items.ts';
import { type Branch, useBranch } from './use-branch.ts';
import { ZipUpload } from './ZipUpload.tsx';

/**
 * The libraries to look after: a tree, the pictures of one place in it, and what is being uploaded (S1 2.4). The gallery
 * of renders is one more place in the tree.
 */
export function AssetsSection({
  gallery,
  onUnassign,
  onCarry,
}: {
  readonly gallery: ReactNode;
  /** Takes a deleted item away from the open project, see `unassign-item.ts`. */
  readonly onUnassign: (assetType: AssetType, item: LibraryItemBody) => (() => void) | null;
  /** Carries a material over the stage. */
  readonly onCarry: StartCarry;
}) {
  const app = useApp();
  const { language } = useTexts();
  const { assets } = useLateTexts();
  const { connection, place } = useSnapshot(app.state.shell);
  const { isOpen: isGallery } = useSnapshot(app.state.gallery);
  const isStaff = useAccount()?.is_staff === true;
  const [active, setActive] = useState<AssetPlace>({ assetType: 'material', categoryId: null });
  const [open, setOpen] = useState<AssetType | null>('material');
  const [adding, setAdding] = useState<AssetType | null>(null);
  const [hasGallery, setHasGallery] = useState(isGallery);
  if (isGallery && !hasGallery) setHasGallery(true);
  const [list, setList] = useState<UploadList | null>(null);
  const [isZip, setZip] = useState(false);
  const [uploadZip] = useState(() => openZipUpload(app));
  const branches = {
    material: useBranch('material'),
    background: useBranch('background'),
    style: useBranch('style'),
  };
  // Shown again it is as new (S1 2.1): what others changed meanwhile is asked for.
  useEffect(() => {
    if (place !== 'assets') return;
    for (const queryKey of [['library'], ['categories']]) {
      void app.queries.refetchQueries({ queryKey, stale: true });
    }
  }, [app, place]);
  const { assetType } = active;
  const branch = branches[assetType];
  const isOffline = connection !== 'online';

  const plan = (files: readonly ChosenFile[]): void => {
    const planned = planUpload(nameFolders(files), sortKnown(branch, language), assetType);
    if (planned.pictures.length === 0) {
      app.toasts.show('warning', assets.nothingToUpload, { area: 'page' });
      return;
    }
    setAdding(null);
    app.state.gallery.isOpen = false;
    setList(createUploadList(app, assetType, planned, branch.items.data ?? []));
  };
  const choices = (type: AssetType) =>
    sortKnown(branches[type], language).map(({ id, names, is_global: isGlobal }) => ({
      id,
      name: names[language],
      isGlobal,
    }));
  return (
    <main
      className={styles.section}
      data-uploads={list !== null}
      aria-label={assets.title}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        // Taken here, or the page would look for a model in it.
        event.preventDefault();
        if (list !== null || isOffline || !hasFiles(event.dataTransfer)) return;
        collectDrop(event.dataTransfer).then(plan, (error: unknown) => {
          app.toasts.show('error', describeError(app.texts(), error), { area: 'page', cause: error });
        });
      }}
    >
      <nav className={styles.nav} aria-label={assets.tree}>
        <AssetTree
          branches={branches}
          active={isGallery ? RENDERS : active}
          open={open}
          isBlocked={list !== null}
          canAdd={!isOffline}
          onSelect={(place) => {
            app.state.gallery.isOpen = place === RENDERS;
            app.state.gallery.openId = null;
            if (place === RENDERS) return;
            setActive(place);
            if (list === null) setOpen(place.assetType);
          }}
          onOpen={setOpen}
          onAdd={setAdding}
        />
        {list !== null && <p className={styles.foot}>{assets.newCategoryBlocked}</p>}
      </nav>
      {hasGallery && (
        <div className={styles.gallery} hidden={!isGallery}>
          <Deferred>{gallery}</Deferred>
        </div>
      )}
      {!isGallery && (
        <Content
          key={`${assetType}:${active.categoryId}`}
          place={active}
          branch={branch}
          isOffline={isOffline}
          onCarry={place === 'assets' && assetType === 'material' ? onCarry : undefined}
          onUnassign={(item) => onUnassign(assetType, item)}
          tools={
            <>
              {assetType === 'material' && (
                <Button
                  icon={<FileArchive size={16} />}
                  isDisabled={isOffline || list !== null}
                  onPress={() => setZip(true)}
                >
                  {assets.uploadZip}
                </Button>
              )}
              <PictureButton
                isFolder
                accept=""
                icon={<FolderUp size={16} />}
                isDisabled={isOffline || list !== null}
                onChoose={(files) => plan(nameFiles(files))}
              >
                {assets.uploadFolder}
              </PictureButton>
            </>
          }
        />
      )}
      {list !== null && (
        <UploadPanel
          list={list}
          categories={choices(list.assetType)}
          isStaff={isStaff}
          isOffline={isOffline}
          onClose={() => setList(null)}
        />
      )}
      {adding !== null && (
        <NewCategory
          assetType={adding}
          isStaff={isStaff}
          onClose={() => setAdding(null)}
          onMade={({ id }) => {
            setAdding(null);
            app.state.gallery.isOpen = false;
            setOpen(adding);
            setActive({ assetType: adding, categoryId: id });
          }}
        />
      )}
      {isZip && (
        <ZipUpload upload={uploadZip} categories={choices('material')} onClose={() => setZip(false)} />
      )}
    </main>
  );
}

/** Text is dragged, too. */
function hasFiles(transfer: DataTransfer): boolean {
  return [...transfer.items].some(({ kind }) => kind === 'file');
}

/** The server's categories in the order of the tree. */
function sortKnown(branch: Branch, language: 'en' | 'es') {
  const compare = compareNames(language);
  return [...branch.known].sort((a, b) => compare(a.names[language], b.names[language]));
}

/** The pictures of one place. */
function Content({
  place: { assetType, categoryId },
  branch,
  isOffline,
  onCarry,
  onUnassign,
  tools,
}: {
  readonly place: AssetPlace;
  readonly branch: Branch;
  readonly isOffline: boolean;
  /** Whether a picture can be carried over the stage. */
  readonly onCarry: StartCarry | undefined;
  readonly onUnassign: (item: LibraryItemBody) => (() => void) | null;
  readonly tools: React.ReactNode;
}) {
  const app = useApp();
  const texts = useTexts();
  const { language } = texts;
  const { libraries, assets } = useLateTexts();
  const { userId } = useSnapshot(app.state.account);
  const [query, setQuery] = useState('');
  const { actionsOf, dialogs } = useItemActions(assetType, branch.known, onUnassign, 'page');
  const { data } = branch.items;
  const absent = useAbsentItems(data);
  const shown = useMemo(() => {
    const own = { userId, name: '' };
    const categories = listCategories(data ?? [], query, language, branch.known, own);
    if (categoryId !== null) return categories.find(({ id }) => id === categoryId)?.items ?? [];
    const compare = compareNames(language);
    return categories
      .filter(({ id }) => id !== UPLOADED)
      .flatMap(({ items }) => items)
      .sort((a, b) => compare(a.names[language], b.names[language]));
  }, [data, query, language, branch.known, userId, categoryId]);
  const name =
    categoryId === null
      ? assets.libraries[assetType]
      : (branch.categories.find(({ id }) => id === categoryId)?.name ?? assets.libraries[assetType]);
  const own = shown.filter(({ user }) => user !== null && user === userId).length;
  // Nobody knows how many there are in a library that has not come.
  const count = data === undefined ? '' : assets.count[assetType](shown.length);
  const nothing = query.trim() === '' ? libraries.emptyCategory[assetType] : libraries.noMatch(query.trim());
  return (
    <section className={styles.content} aria-label={name}>
      <header className={styles.header}>
        <div className={styles.titles}>
          <h2 className={styles.title}>{name}</h2>
          <p className={styles.help}>
            {isOffline ? assets.offline : own > 0 ? assets.ofThemYours(count, own) : count}
          </p>
        </div>
        <TextField
          className={styles.search}
          label={assets.search[assetType]}
          isLabelHidden
          placeholder={assets.search[assetType]}
          icon={<Search size={16} aria-hidden="true" />}
          type="search"
          value={query}
          onChange={setQuery}
          isDisabled={data === undefined}
        />
        {tools}
      </header>
      <LibraryMessage
        library={branch.items}
        describeError={(error) => describeAssetsError(texts, assetType, error)}
        empty={data === undefined || shown.length > 0 ? null : nothing}
        styles={styles}
      />
      {shown.length > 0 && (
        <div className={styles.grid}>
          <LibraryGrid
            kind="cards"
            label={name}
            items={shown}
            userId={userId}
            absent={absent}
            onCarry={onCarry}
            actionsOf={actionsOf}
          />
        </div>
      )}
      {dialogs}
    </section>
  );
}
