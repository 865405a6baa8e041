import { Check, CircleAlert, ImageOff, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Details } from '../../ui/Details.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Select } from '../../ui/Select.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { FOREIGN_PICTURE } from '../../values/foreign-picture.ts';
import { MapList } from './MapList.tsx';
import { UPLOAD_MAX_FILES } from './plan-upload.ts';
import styles from './UploadPanel.module.css';
import type { UploadList, UploadRow, UploadState } from './upload-list.ts';

interface Choice {
  readonly id: number;
  readonly name: string;
  readonly isGlobal: boolean;
}

/** What would be uploaded, with a category for each picture; then the upload itself (S1 2.4). */
export function UploadPanel({
  list,
  categories,
  isStaff,
  isOffline,
  accept,
  hint,
  onClose,
}: {
  readonly list: UploadList;
  readonly categories: readonly Choice[];
  readonly isStaff: boolean;
  readonly isOffline: boolean;
  /** What the button says in a window, which has a title and a cross of its own; else that all is uploaded. */
  readonly accept?: string;
  /** What else could be done with the pictures. */
  readonly hint?: string;
  /** Nothing is left, or the person cancelled. @param made The items it made. */
  readonly onClose: (made: readonly LibraryItemBody[]) => void;
}) {
  const { t, format } = useTexts();
  const { assets } = useLateTexts();
  const { materialMaps: words } = useLateTexts();
  const state = useSyncExternalStore(list.subscribe, list.read);
  const isBusy = state.startedAt !== null;
  // A global picture lies in a global category.
  const offered = state.isGlobal ? categories.filter(({ isGlobal }) => isGlobal) : categories;
  const cancel = () => {
    list.cancel();
    onClose([]);
  };
  const [isAwaited, setAwaited] = useState(false);
  const start = async (): Promise<void> => {
    if (await list.start()) onClose(list.read().made);
  };
  // Pressed while there is no server, it begins by itself when there is.
  const begin = useEffectEvent(start);
  useEffect(() => {
    if (!isAwaited || isOffline) return;
    setAwaited(false);
    void begin();
  }, [isAwaited, isOffline]);
  // All has arrived, and the library is asked for it: nobody is offered to upload nothing meanwhile.
  if (state.rows.length === 0 && state.made.length > 0) return null;
  return (
    <aside className={styles.panel} aria-label={assets.uploadTitle(state.rows.length)}>
      {accept === undefined && (
        <header className={styles.header}>
          <h2 className={styles.title}>{assets.uploadTitle(state.rows.length)}</h2>
          <IconButton label={t.ui.cancel} icon={<X size={18} />} onPress={cancel} />
        </header>
      )}
      {isBusy && <Progress state={state} />}
      <ul className={styles.rows}>
        {state.rows.map((row) => (
          <Row key={row.id} row={row} list={list} isBusy={isBusy} categories={offered} />
        ))}
      </ul>
      <footer className={styles.footer}>
        {isStaff && (
          <div className={styles.global}>
            <Switch
              label={assets.globalUpload}
              isSelected={state.isGlobal}
              isDisabled={isBusy}
              onChange={(isGlobal) => list.setGlobal(isGlobal)}
            />
            <Badge>{assets.staff}</Badge>
          </div>
        )}
        {state.leftOut.length > 0 && (
          <p className={styles.help}>
            {assets.leftOut(state.leftOut.length, format.list(state.leftOut.slice(0, 5)))}
          </p>
        )}
        {state.leftOut.some((name) => FOREIGN_PICTURE.test(name)) && (
          <p className={styles.help}>{t.models.foreignHint}</p>
        )}
        {state.isCut && <p className={styles.help}>{assets.tooMany(UPLOAD_MAX_FILES)}</p>}
        {hint !== undefined && <p className={styles.help}>{hint}</p>}
        {isOffline && (
          <p className={styles.help} role="status">
            {isAwaited ? words.awaited : words.offline}
          </p>
        )}
        <div className={styles.actions}>
          <Button size="lg" isWide onPress={cancel}>
            {t.ui.cancel}
          </Button>
          <Button
            size="lg"
            isWide
            variant="primary"
            isDisabled={state.rows.length === 0}
            isLoading={isBusy || isAwaited}
            loadingLabel={isBusy ? assets.uploadAllBusy : words.waiting}
            onPress={() => setAwaited(true)}
          >
            {accept ?? assets.uploadAll}
          </Button>
        </div>
      </footer>
    </aside>
  );
}

function Progress({ state }: { readonly state: UploadState }) {
  const app = useApp();
  const { format } = useTexts();
  const { assets } = useLateTexts();
  const done = state.rows.filter(({ status }) => status === 'done' || status === 'failed').length;
  const sent = state.rows.reduce((sum, row) => sum + (row.status === 'failed' ? 1 : row.fraction), 0);
  const fraction = state.rows.length === 0 ? 0 : sent / state.rows.length;
  const elapsedMs = app.outside.now() - (state.startedAt ?? 0);
  const leftSeconds = done === 0 || fraction === 0 ? null : (elapsedMs * (1 - fraction)) / fraction / 1000;
  return (
    <div className={styles.progress}>
      <div className={styles.figures} role="status">
        <span>{assets.uploadedOf(done, state.rows.length)}</span>
        <span aria-hidden="true">{format.percent(fraction)}</span>
      </div>
      <ProgressBar label={assets.progress} value={fraction * 100} tone="plain" />
      {leftSeconds !== null && (
        <p className={styles.help}>{assets.timeLeft(format.roughDuration(leftSeconds))}</p>
      )}
    </div>
  );
}

function Row({
  row,
  list,
  isBusy,
  categories,
}: {
  readonly row: UploadRow;
  readonly list: UploadList;
  readonly isBusy: boolean;
  readonly categories: readonly Choice[];
}) {
  const texts = useTexts();
  const { format } = texts;
  const { assets } = useLateTexts();
  const name = row.name ?? row.file.name;
  const [isBroken, setBroken] = useState(false);
  const isChosen = categories.some(({ id }) => id === row.categoryId);
  return (
    <li className={styles.row}>
      <Thumbnail file={row.file} isBroken={isBroken} onBroken={() => setBroken(true)} />
      <div className={styles.details}>
        <div className={styles.line}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {isBusy && row.status === 'waiting' && <span className={styles.quiet}>{assets.rowWaiting}</span>}
          {row.status === 'converting' && <span className={styles.quiet}>{assets.rowConverting}</span>}
          {row.status === 'sending' && <span className={styles.quiet}>{format.percent(row.fraction)}</span>}
          {row.status === 'done' && (
            <span className={styles.done}>
              <Check size={14} aria-hidden="true" /> {assets.rowDone}
            </span>
          )}
          {row.status === 'failed' && (
            <span className={styles.failed}>
              <CircleAlert size={14} aria-hidden="true" /> {assets.rowFailed}
            </span>
          )}
        </div>
        {row.status === 'sending' ? (
          <ProgressBar label={`${assets.progress}: ${name}`} value={row.fraction * 100} tone="plain" />
        ) : (
          categories.length > 0 &&
          row.status !== 'done' && (
            <Select
              label={assets.categoryOf(name)}
              isLabelHidden
              placeholder={assets.selectCategory}
              options={categories.map(({ id, name: label }) => ({ id: String(id), label }))}
              value={isChosen ? String(row.categoryId) : null}
              isDisabled={isBusy}
              onChange={(id) => list.setCategory(row.id, Number(id))}
            />
          )
        )}
        {row.name !== null && row.status !== 'done' && <MapList row={row} list={list} isBusy={isBusy} />}
        {row.reason !== null && (
          <div className={styles.reason}>
            {row.reason(texts)}
            <Details of={row.cause} />
          </div>
        )}
        {isBroken && row.reason === null && row.status !== 'done' && (
          <p className={styles.reason}>{assets.rowUnseen}</p>
        )}
        {row.isKnown && row.status !== 'done' && <p className={styles.known}>{assets.alreadyThere}</p>}
      </div>
      <IconButton
        size="sm"
        label={assets.remove(name)}
        icon={<X size={16} />}
        isDisabled={row.status === 'sending' || row.status === 'done'}
        onPress={() => list.remove(row.id)}
      />
    </li>
  );
}

/** The file itself, small; a sign of a picture where it cannot be drawn. */
function Thumbnail({
  file,
  isBroken,
  onBroken,
}: {
  readonly file: File;
  readonly isBroken: boolean;
  readonly onBroken: () => void;
}) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <span className={styles.thumbnail}>
      {isBroken && <ImageOff size={20} aria-hidden="true" />}
      {address !== null && !isBroken && (
        <img src={address} alt="" loading="lazy" decoding="async" onError={onBroken} />
      )}
    </span>
  );
}
