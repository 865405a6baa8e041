import { FileArchive } from 'lucide-react';
import { useRef, useState } from 'react';
import { useApp } from '../../core/use-app.ts';
import { holdPage } from '../../state/hold-page.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Refused } from '../../ui/FormError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './Forms.module.css';
import { PictureButton } from './PictureButton.tsx';
import { describeLeftOut, type UploadZip, type ZipOutcome } from './upload-zip.ts';

/** A ZIP of pictures and the category they go into; afterwards what became of each (S1 2.4). */
export function ZipUpload({
  upload,
  categories,
  onClose,
}: {
  /** Outlives this window. */
  readonly upload: UploadZip;
  readonly categories: readonly { readonly id: number; readonly name: string }[];
  readonly onClose: () => void;
}) {
  const app = useApp();
  const texts = useTexts();
  const { t, format } = texts;
  const { libraries, assets } = useLateTexts();
  const [file, setFile] = useState<File | null>(null);
  const [categoryId, setCategoryId] = useState<number | null>(null);
  const [fraction, setFraction] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<ZipOutcome | null>(null);
  const running = useRef<AbortController | null>(null);

  const close = () => {
    running.current?.abort();
    onClose();
  };
  const send = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setOutcome(null);
    if (file !== null && categoryId !== null) setFraction(0);
    try {
      setOutcome(await holdPage(app.state, () => upload(file, categoryId, setFraction, stop.signal)));
    } catch (error) {
      if (!stop.signal.aborted) throw error;
    } finally {
      setFraction(null);
    }
  };
  const isBusy = fraction !== null;
  const isDone = outcome !== null && outcome.error === null;
  return (
    <Modal isOpen onClose={close} title={assets.zipTitle} size="md" isDismissable={!isBusy}>
      <div className={styles.form}>
        <p className={styles.help}>{assets.zipHelp}</p>
        {!isDone && (
          <>
            <div className={styles.file}>
              <PictureButton
                accept=".zip,application/zip"
                icon={<FileArchive size={16} />}
                isDisabled={isBusy}
                onChoose={(files) => {
                  setFile(files[0] ?? null);
                  setOutcome(null);
                }}
              >
                {assets.zipChoose}
              </PictureButton>
              <span className={styles.fileName}>
                {file === null ? assets.zipNone : `${file.name}, ${format.bytes(file.size)}`}
              </span>
            </div>
            <Select
              label={libraries.category}
              placeholder={assets.selectCategory}
              options={categories.map(({ id, name }) => ({ id: String(id), label: name }))}
              value={categoryId === null ? null : String(categoryId)}
              isDisabled={isBusy}
              onChange={(id) => {
                setCategoryId(Number(id));
                setOutcome(null);
              }}
            />
          </>
        )}
        {isBusy && (
          <div className={styles.busy} role="status">
            <span aria-hidden={fraction < 1}>
              {fraction < 1 ? libraries.uploading(format.percent(fraction)) : assets.zipReading}
            </span>
            <ProgressBar label={assets.progress} value={fraction < 1 ? fraction * 100 : null} tone="plain" />
          </div>
        )}
        {outcome !== null && (
          <div role="status">
            <Refused refusal={outcome.error} />
            {isDone && <p>{assets.zipMade(outcome.made)}</p>}
            {outcome.leftOut.length > 0 && (
              <>
                <p className={styles.help}>{assets.zipLeftOut(outcome.leftOut.length)}</p>
                <ul className={styles.report}>
                  {outcome.leftOut.map((entry) => (
                    <li key={entry.file}>{describeLeftOut(texts, entry)}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
        )}
        <div className={styles.actions}>
          <Button onPress={close}>{isDone ? t.ui.close : t.ui.cancel}</Button>
          {!isDone && (
            <Button
              variant="primary"
              isLoading={isBusy}
              loadingLabel={assets.zipBusy}
              onPress={() => void send()}
            >
              {assets.zipUpload}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
