import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../browser/save-file.ts';
import { useApp } from '../../core/use-app.ts';
import { describeError } from '../../texts/describe-failure.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { writeLedger } from './write-ledger.ts';

/** Takes every movement along as a table. */
export function DownloadLedger() {
  const app = useApp();
  const texts = useTexts();
  const { ledger } = useLateTexts();
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await writeLedger(app), `${ledger.fileName}.csv`);
    } catch (error) {
      app.toasts.show('error', describeError(texts, error), { area: 'pricing', cause: error });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="sm"
      icon={<Download size={16} aria-hidden="true" />}
      isLoading={isBusy}
      onPress={() => void download()}
    >
      {ledger.download}
    </Button>
  );
}
