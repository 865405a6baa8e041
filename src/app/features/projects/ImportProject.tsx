import { useEffect, useState } from 'react';
import { isAbort } from '../../../contract/failure.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { importProject } from './import-project.ts';
import { refreshProjects } from './queries.ts';
import { TransferWindow } from './TransferWindow.tsx';

/**
 * Makes a project of a file while it is shown.
 *
 * @param onDone The project is open.
 */
export function ImportProject({
  file,
  onClose,
  onDone,
}: {
  readonly file: File;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const { projects: texts } = useLateTexts();
  const [isStoring, setStoring] = useState(false);
  const [done, setDone] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, for the file it was shown for
  useEffect(() => {
    const ending = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const { settings } = await importProject(
          app,
          file,
          (phase, fraction) => {
            setStoring(phase === 'storing');
            setDone(fraction);
          },
          ending.signal,
        );
        const isLater = app.reachability.connection() !== 'online';
        app.toasts.show('success', texts.imported(settings.name), {
          ...(isLater ? { message: texts.importedLater } : {}),
        });
        void refreshProjects(app);
        onDone();
      } catch (error) {
        if (ending.signal.aborted || isAbort(error)) return;
        app.toasts.show('error', texts.importFailed(describeError(app.texts(), error)), { cause: error });
        onClose();
      }
    };
    void run();
    return () => ending.abort();
  }, []);
  return (
    <TransferWindow
      title={texts.importTitle(file.name)}
      step={isStoring ? texts.importStoring : texts.importReading}
      done={done}
      onCancel={onClose}
    />
  );
}
