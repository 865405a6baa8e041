import { CloudCheck } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { copyText } from '../../browser/copy-text.ts';
import { isCancelled } from '../../browser/expected-errors.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useMedia } from '../../browser/use-media.ts';
import { isAway } from '../../core/judge-service.ts';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { useService } from '../../core/use-service.ts';
import { isOrder } from '../../data/is-order.ts';
import { planSave } from '../../orders/plan-save.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialogs.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useCoarsePointer } from '../../ui/use-coarse-pointer.ts';
import { WindowedList } from '../../ui/WindowedList.tsx';
import { describeLoss, explainUnsent, nameUnsent } from './describe-unsent.ts';
import { discardUnsent } from './discard-unsent.ts';
import { fileUnsent, type UnsentWords, writeAll, writeUnsent } from './export-unsent.ts';
import { listUnsent, rootOf, type Unsent, type UnsentWork } from './list-unsent.ts';
import styles from './Unsent.module.css';
import { type UnsentActions, UnsentItem } from './UnsentItem.tsx';

/** There the buttons of a row stand under its words. */
const NARROW = '(width < 860px)';
/** While thousands of rows are on their way, the list follows them at this pace. */
const PACE_MS = 250;
/** CSS pixels of a row, as Unsent.module.css draws it, and of its buttons where they stand under it. */
const ROW_PX = 92;
const BUTTONS_PX = { fine: 40, coarse: 56 } as const;

/**
 * What this device has and the server does not: why, and what can be done about it. Of the signed-in person alone, and also
 * without a connection.
 */
export function UnsentWindow({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Modal isOpen onClose={onClose} title={t.shell.unsent} size="lg">
      <Content />
    </Modal>
  );
}

function Content() {
  const app = useApp();
  const texts = useTexts();
  const late = useLateTexts();
  const { unsent: t } = late;
  const { userId } = useSnapshot(app.state.account);
  const { connection, isDeviceFull } = useSnapshot(app.state.shell);
  const service = useService();
  const all = useLiveQuery(async () => (userId === null ? [] : listUnsent(app, userId)), [userId], PACE_MS);
  const [asked, setAsked] = useState<UnsentWork | null>(null);
  const ending = useRef(new AbortController());
  useEffect(() => {
    ending.current = new AbortController();
    return () => ending.current.abort();
  }, []);
  const words = (unsent: Unsent): UnsentWords => ({
    what: nameUnsent(texts, late, unsent),
    why: explainUnsent(texts, late, unsent, connection, app.outside.now()),
  });
  const attempt = (work: () => Promise<unknown>, failed: (reason: string) => string = t.fileFailed): void => {
    work().catch((error: unknown) => {
      if (isCancelled(error)) return;
      app.toasts.show('error', failed(describeError(texts, error)), { cause: error });
    });
  };
  const actions: UnsentActions = {
    retry(unsent) {
      if (connection !== 'online') app.toasts.show('info', t.waiting, { about: 'unsent' });
      if (unsent.kind === 'work') void app.outbox.release(rootOf(unsent).row.key);
      else attempt(() => save(unsent.project.key), texts.t.project.saveFailed);
    },
    copy: (unsent) =>
      void copyText(writeUnsent(app, unsent, words(unsent))).then(
        () => app.toasts.show('success', texts.t.ui.copied),
        (cause: unknown) => app.toasts.show('error', texts.t.ui.copyFailed, { cause }),
      ),
    file: (unsent) =>
      attempt(async () => {
        const { file, name, missing } = await fileUnsent(app, unsent, words(unsent), ending.current.signal);
        saveFile(file, name);
        if (missing.length > 0) {
          app.toasts.show('warning', t.bytesGone(texts.format.list(missing)));
        }
      }),
    discard: setAsked,
  };
  const save = async (key: string): Promise<void> => {
    if (userId === null) return;
    if (key === app.state.project.key) await app.workingCopy.current?.flush();
    await app.db.write(async () => app.outbox.add(userId, (await planSave(app, key)).added));
    await app.outbox.drain();
  };
  const discard = async (): Promise<void> => {
    if (asked === null) return;
    setAsked(null);
    const { what } = words(asked);
    const isGone = await discardUnsent(app, asked.id);
    app.toasts.show('info', isGone ? t.discarded(what) : t.tooLate, { about: 'unsent' });
  };
  if (all === undefined) {
    return (
      <p className={styles.waiting} role="status">
        <Spinner /> {t.loading}
      </p>
    );
  }
  const refused = all.filter(({ state }) => state === 'refused');
  const unsaved = all.filter(({ state }) => state === 'unsaved').length;
  const others = asked === null ? 0 : all.filter((one) => one.kind === 'work' && needs(one, asked)).length;
  return (
    <>
      <div className={styles.head}>
        <p className={styles.sum} role="status">
          {all.length > 0 &&
            `${t.counts(refused.length, all.length - refused.length - unsaved, unsaved)}. ${isDeviceFull ? '' : t.safe} `}
          {connection === 'auth' ? t.signedOut : connection !== 'online' && t[connection]}
          {!isAway(service) && service !== 'unknown' && t.answers(texts.t.shell.engines[service])}
        </p>
        {all.length > 0 && (
          <div className={styles.all}>
            {refused.length > 1 && (
              <Button
                size="sm"
                onPress={() => {
                  // An order that was refused costs something, and is sent again by itself alone.
                  const roots = refused.flatMap((one) =>
                    one.kind === 'work' && rootOf(one) === one && !isOrder(one.row.work) ? [one.id] : [],
                  );
                  if (connection !== 'online') app.toasts.show('info', t.waiting, { about: 'unsent' });
                  void app.outbox.release(...roots);
                }}
              >
                {t.retryAll}
              </Button>
            )}
            <Button
              size="sm"
              variant="quiet"
              onPress={() =>
                attempt(async () => {
                  const text = await writeAll(
                    app,
                    all.map((one) => [one, words(one)] as const),
                  );
                  saveFile(new Blob([text], { type: 'application/json' }), 'vitrine-unsent.json');
                })
              }
            >
              {t.fileAll}
            </Button>
          </div>
        )}
      </div>
      {all.length === 0 ? (
        <div className={styles.body}>
          <EmptyState icon={<CloudCheck size={28} />} title={t.none} message={t.noneHint} />
        </div>
      ) : (
        <List all={all} words={words} actions={actions} />
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={asked === null ? '' : t.discardTitle(nameUnsent(texts, late, asked))}
        message={
          asked === null
            ? ''
            : [describeLoss(late, asked), ...(others > 0 ? [t.others(others)] : [])].join(' ')
        }
        confirmLabel={t.discard}
        onConfirm={() => attempt(discard, (reason) => reason)}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

function needs(one: UnsentWork, other: UnsentWork): boolean {
  return one.cause !== null && (one.cause.id === other.id || needs(one.cause, other));
}

function List({
  all,
  words,
  actions,
}: {
  readonly all: readonly Unsent[];
  readonly words: (unsent: Unsent) => UnsentWords;
  readonly actions: UnsentActions;
}) {
  const { unsent: t } = useLateTexts();
  const isNarrow = useMedia(NARROW);
  const isCoarse = useCoarsePointer();
  const heightPx = ROW_PX + (isNarrow ? BUTTONS_PX[isCoarse ? 'coarse' : 'fine'] : 0);
  const rowHeightPx = useCallback(() => heightPx, [heightPx]);
  const [focused, setFocused] = useState<string | null>(null);
  const keepIndex = useMemo(() => all.findIndex(({ id }) => id === focused), [all, focused]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className={styles.body} tabIndex={0} aria-label={t.list}>
      {/* biome-ignore lint/a11y/useSemanticElements: what stands around a row places it, and is no item of a list */}
      <div role="list">
        <WindowedList
          count={all.length}
          rowHeightPx={rowHeightPx}
          keepIndex={keepIndex === -1 ? undefined : keepIndex}
          renderRow={(index) => {
            const unsent = all[index];
            if (unsent === undefined) return null;
            return (
              <UnsentItem
                key={unsent.id}
                unsent={unsent}
                words={words(unsent)}
                place={index + 1}
                total={all.length}
                actions={actions}
                onFocus={() => setFocused(unsent.id)}
              />
            );
          }}
        />
      </div>
    </section>
  );
}
