import { CloudOff, Images, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { RenderBody } from '../../../contract/http/renders.ts';
import type { RenderId } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import { useConfig } from '../../core/use-config.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { deleteRenders } from './delete-renders.ts';
import styles from './Gallery.module.css';
import { GalleryFilters } from './GalleryFilters.tsx';
import { GalleryGrid, type ReturnTo } from './GalleryGrid.tsx';
import { GallerySelection } from './GallerySelection.tsx';
import { EVERYTHING, isNarrowed } from './gallery-search.ts';
import { RenderDetail } from './RenderDetail.tsx';
import { starRenders } from './star-renders.ts';
import { useCards } from './use-cards.ts';

/** Typing is over after that. */
const SEARCH_PAUSE_MS = 300;
const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** All finished pictures of a person, to look through, find, star, delete and download; one of them with its details. */
export function Gallery({
  downloadOf,
  actionsOf,
}: {
  /** A button that downloads these. */
  readonly downloadOf: (ids: readonly RenderId[]) => ReactNode;
  /** What else can be done with a render: window, editor, another run. */
  readonly actionsOf: (render: RenderBody) => ReactNode;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t } = texts;
  const { gallery } = useLateTexts();
  const keptDays = useConfig()?.renders_kept_days ?? null;
  const { connection } = useSnapshot(app.state.shell);
  const { openId } = useSnapshot(app.state.gallery);
  const [typed, setTyped] = useState(EVERYTHING);
  const search = usePaused(typed);
  const { newest, list, nextPage } = useCards(search);
  const [selected, setSelected] = useState<ReadonlySet<RenderId>>(new Set());
  const cards = list?.cards ?? [];
  const chosen = cards.filter(({ id }) => selected.has(id));
  const ids = chosen.map(({ id }) => id);
  const canChange = connection === 'online';
  const [returnTo, setReturnTo] = useState<ReturnTo | null>(null);
  const lastOpen = useRef(openId);
  useEffect(() => {
    if (openId === null && lastOpen.current !== null) setReturnTo({ id: lastOpen.current });
    lastOpen.current = openId;
  }, [openId]);

  const open = (id: RenderId | null): void => {
    app.state.gallery.openId = id;
  };
  const unselect = (): void => {
    setSelected(new Set());
    setReturnTo({ id: null });
  };
  const remove = (gone: readonly RenderId[]): void => {
    unselect();
    void deleteRenders(app, gone);
  };
  return (
    <section className={styles.gallery} aria-label={gallery.title}>
      <div className={styles.pictures} inert={openId !== null} data-under={openId !== null}>
        <header className={styles.header}>
          <div className={styles.titles}>
            <h2 className={styles.title}>{gallery.title}</h2>
            <p className={styles.help} role="status">
              {list !== undefined && gallery.count(list.total)}
            </p>
            {keptDays !== null && <p className={styles.help}>{gallery.keptFor(keptDays)}</p>}
          </div>
          {chosen.length === 0 ? (
            // There is nothing to look for where nothing was made yet.
            (list === undefined || cards.length > 0 || isNarrowed(typed)) && (
              <GalleryFilters search={typed} onChange={setTyped} />
            )
          ) : (
            <GallerySelection
              count={chosen.length}
              isStarred={chosen.every(({ starred }) => starred)}
              canChange={canChange}
              download={downloadOf(ids)}
              onStar={() => void starRenders(app, ids, !chosen.every(({ starred }) => starred))}
              onDelete={() => remove(ids)}
              onClear={unselect}
            />
          )}
        </header>
        {list === undefined && newest.isPending && (
          <div className={styles.waiting} role="status" aria-label={gallery.loading}>
            <p className={styles.help}>{gallery.loading}</p>
            <div className={styles.skeletons}>
              {SKELETONS.map((key) => (
                <Skeleton key={key} className={styles.skeleton} />
              ))}
            </div>
          </div>
        )}
        {list === undefined && newest.isError && (
          <div className={styles.message} role="alert">
            <EmptyState
              icon={<CloudOff size={28} />}
              title={gallery.failed}
              message={describeError(texts, newest.error)}
              cause={newest.error}
              action={
                <Button
                  icon={<RefreshCw size={16} />}
                  isLoading={newest.isFetching}
                  onPress={() => void newest.refetch()}
                >
                  {t.ui.retry}
                </Button>
              }
            />
          </div>
        )}
        {list !== undefined && cards.length === 0 && (
          <div className={styles.message} role="status">
            <EmptyState
              icon={<Images size={28} />}
              title={gallery.none}
              message={isNarrowed(search) ? gallery.noneFound : gallery.noneYet}
              action={
                isNarrowed(search) ? (
                  <Button onPress={() => setTyped(EVERYTHING)}>{gallery.clearFilters}</Button>
                ) : (
                  <Button
                    onPress={() => {
                      app.state.shell.place = 'create';
                    }}
                  >
                    {gallery.toCreate}
                  </Button>
                )
              }
            />
          </div>
        )}
        {cards.length > 0 && (
          <div className={styles.list}>
            <GalleryGrid
              key={JSON.stringify(search)}
              label={gallery.title}
              cards={cards}
              total={list?.total ?? cards.length}
              nextPage={nextPage}
              selected={selected}
              returnTo={returnTo}
              canChange={canChange}
              onSelect={setSelected}
              onOpen={open}
              onStar={({ id, starred }) => void starRenders(app, [id], !starred)}
              onDelete={remove}
            />
          </div>
        )}
      </div>
      {openId !== null && (
        <RenderDetail
          key={openId}
          renderId={openId}
          canChange={canChange}
          actionsOf={actionsOf}
          download={downloadOf([openId])}
          onBack={() => open(null)}
          onStar={(starred) => void starRenders(app, [openId], starred)}
          onDelete={() => {
            open(null);
            remove([openId]);
          }}
        />
      )}
    </section>
  );
}

/** A search that has stood for a moment; the first one at once. */
function usePaused<Value>(value: Value): Value {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
