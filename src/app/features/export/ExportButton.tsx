import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { loadCode } from '../../browser/load-code.ts';
import { saveFile } from '../../browser/save-file.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Hands the model on the stage to the person as a GLB. */
export function ExportButton() {
  const app = useApp();
  const { t, format } = useTexts();
  const { modelHash } = useSnapshot(app.state.stage);
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      const { exportModel } = await loadCode(() => import('./export-model.ts'));
      const { file, name, hasLaidTextures, hasLabels, missing } = await exportModel(
        app,
        new AbortController().signal,
      );
      saveFile(file, name);
      const notes = [
        ...(hasLaidTextures ? [t.exporting.laidTextures] : []),
        ...(hasLabels ? [t.exporting.labels] : []),
      ];
      app.toasts.show('success', t.exporting.done(name, format.bytes(file.size)), {
        area: 'viewer',
        ...(notes.length > 0 ? { message: notes.join(' ') } : {}),
      });
      if (missing.length > 0)
        app.toasts.show('warning', t.stage.texturesMissing(format.list(missing)), { area: 'viewer' });
    } catch (error) {
      app.toasts.show('error', describeError(app.texts(), error), {
        area: 'viewer',
        cause: error,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      label={t.exporting.button}
      icon={<Download size={16} />}
      isDisabled={modelHash === null && !isBusy}
      isLoading={isBusy}
      onPress={() => void run()}
    />
  );
}
