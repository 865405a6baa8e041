import { Archive } from 'lucide-react';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Downloads.module.css';
import { downloadBundle } from './download-bundle.ts';
import { Running } from './Running.tsx';
import { useDownload } from './use-download.ts';

/** The numbered files that a picture is made from, as one ZIP. */
export function WorkingFiles({
  render,
  isMain = false,
  onDone,
}: {
  /** Null: of the scene as it stands. */
  readonly render: RenderBody | null;
  /** The one thing that the window is for. */
  readonly isMain?: boolean;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const { downloads } = useLateTexts();
  const download = useDownload((error) =>
    app.toasts.show('error', describeError(app.texts(), error), { cause: error }),
  );
  const start = () =>
    download.run(async (onProgress, signal) => {
      const name = await downloadBundle(app, render, onProgress, signal);
      if (name === null) return;
      app.toasts.show('success', downloads.done(name));
      onDone();
    });
  return (
    <section className={styles.files} aria-label={downloads.files}>
      <p className={styles.help}>{render === null ? downloads.sceneHelp : downloads.filesHelp}</p>
      {download.fraction === null ? (
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          icon={<Archive size={16} />}
          onPress={() => void start()}
        >
          {downloads.filesStart}
        </Button>
      ) : (
        <Running label={downloads.packing} download={download} />
      )}
    </section>
  );
}
