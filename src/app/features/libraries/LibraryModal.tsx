import { CloudOff, Info, RefreshCw, Search, SwatchBook } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AssetType, LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useApp } from '../../use-app.ts';
import { useLibrary } from '../../use-library.ts';
import { chooseCategory, listCategories } from './choose-category.ts';
import { LibraryGrid } from './LibraryGrid.tsx';
import styles from './LibraryModal.module.css';
import { recallCategory, rememberCategory } from './remember-category.ts';

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** One library to choose from. A choice is applied at once by `onChoose`, which also closes it. */
export function LibraryModal({
  assetType,
  subject,
  currentId,
  onChoose,
  onClose,
}: {
  readonly assetType: AssetType;
  /** What the choice is for, beside the title. */
  readonly subject: string | null;
  readonly currentId: number | null;
  readonly onChoose: (item: LibraryItemBody) => void;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { t, language } = useTexts();
  const { data, isPending, isError, isFetching, refetch } = useLibrary(assetType);
  const [query, setQuery] = useState('');
  const [hasMoved, setMoved] = useState(false);
  const [wanted, setWanted] = useState(
    () =>
      data?.find((item) => item.id === currentId)?.category.id ??
      recallCategory(app.outside.localStorage, assetType),
  );
  const categories = useMemo(() => listCategories(data ?? [], query, language), [data, query, language]);
  const open = chooseCategory(categories, wanted);

  const select = (id: string) => {
    setMoved(true);
    setWanted(Number(id));
    rememberCategory(app.outside.localStorage, assetType, Number(id));
  };
  const failed = isError && data === undefined;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t.libraries.titles[assetType]}
      size="lg"
      aside={subject !== null && <Badge className={styles.subject}>{subject}</Badge>}
    >
      {!failed && (
        <div className={styles.search}>
          <TextField
            label={t.libraries.search[assetType](data?.length ?? 0)}
            isLabelHidden
            placeholder={t.libraries.search[assetType](data?.length ?? 0)}
            icon={<Search size={16} aria-hidden="true" />}
            type="search"
            value={query}
            onChange={(text) => {
              setMoved(true);
              setQuery(text);
            }}
            isDisabled={data === undefined}
          />
        </div>
      )}
      {isPending && (
        <div className={styles.waiting} role="status" aria-label={t.ui.loading}>
          {SKELETONS.map((key) => (
            <Skeleton key={key} className={styles.skeleton} />
          ))}
        </div>
      )}
      {failed && (
        <div className={styles.message} role="alert">
          <EmptyState
            icon={<CloudOff size={28} />}
            title={t.libraries.errors[assetType]}
            message={t.libraries.errorHint}
            action={
              <Button icon={<RefreshCw size={16} />} isLoading={isFetching} onPress={() => void refetch()}>
                {t.ui.retry}
              </Button>
            }
          />
        </div>
      )}
      {data !== undefined && open === null && (
        <div className={styles.message} role="status">
          <EmptyState
            icon={<SwatchBook size={28} />}
            title={query.trim() === '' ? t.libraries.empty[assetType] : t.libraries.noMatch(query.trim())}
          />
        </div>
      )}
      {open !== null && (
        <Tabs
          label={t.libraries.categories}
          className={styles.tabs}
          panelClassName={styles.panel}
          selected={String(open.id)}
          onSelect={select}
          items={categories.map((category) => ({
            id: String(category.id),
            label: category.name,
            count: category.items.length,
            isDisabled: category.items.length === 0,
            panel: (
              <LibraryGrid
                label={category.name}
                items={category.items}
                currentId={currentId}
                hasFocus={!hasMoved}
                onChoose={onChoose}
              />
            ),
          }))}
        />
      )}
      <footer className={styles.footer}>
        <Info size={16} aria-hidden="true" />
        <span>{t.libraries.applies[assetType]}</span>
        <span className={styles.keys} aria-hidden="true">
          <kbd>↑↓←→</kbd> {t.libraries.keyMove} <kbd>↵</kbd> {t.libraries.keyApply} <kbd>Esc</kbd>{' '}
          {t.libraries.keyClose}
        </span>
      </footer>
    </Modal>
  );
}
