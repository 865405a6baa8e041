import { useEffect, useState } from 'react';
import { isAbort } from '../../../contract/failure.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { exportProject } from './export-project.ts';
import type { ListedProject } from './list-projects.ts';
import { TransferWindow } from './TransferWindow.tsx';

/** Makes a project's file while it is shown, and hands it to the browser's downloads. */
export function ExportProject({
  project,
  onClose,
}: {
  readonly project: ListedProject;
  readonly onClose: () => void;
}) {
  const app = useApp();
  const { format } = useTexts();
  const { projects: texts } = useLateTexts();
  const [isPacking, setPacking] = useState(false);
  const [done, setDone] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once, for the project it was shown for
  useEffect(() => {
    const ending = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const { file, name, leftOut } = await exportProject(
          app,
          project,
          (phase, fraction) => {
            setPacking(phase === 'packing');
            setDone(fraction);
          },
          ending.signal,
        );
        ending.signal.throwIfAborted();
        saveFile(file, name);
        const missing =
          leftOut === null ? texts.exportNoRenders : leftOut > 0 ? texts.exportLeftOut(leftOut) : null;
        app.toasts.show('success', texts.exported(name, format.bytes(file.size)), {
          ...(missing === null ? {} : { message: missing }),
        });
        onClose();
      } catch (error) {
        if (ending.signal.aborted || isAbort(error)) return;
        app.toasts.show('error', texts.exportFailed(describeError(app.texts(), error)), { cause: error });
        onClose();
      }
    };
    void run();
    return () => ending.abort();
  }, []);
  return (
    <TransferWindow
      title={texts.exportTitle(project.name)}
      step={isPacking ? texts.exportPacking : texts.exportCollecting}
      done={done}
      onCancel={onClose}
    />
  );
}
