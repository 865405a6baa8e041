import { Lock, LockOpen } from 'lucide-react';
import { useApp } from '../../core/use-app.ts';
import type { MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import styles from './MaterialControls.module.css';
import { protectMaterial } from './protect-material.ts';

/** Keeps a material in an AI engine's pictures exactly as it is on the stage. While Studio draws, a press says so. */
export function ProtectButton({ row, isForAi }: { readonly row: MaterialRow; readonly isForAi: boolean }) {
  const app = useApp();
  const texts = useTexts();
  const { protect } = useLateTexts();
  const name = nameMaterial(row, texts);
  const isOn = row.entry?.isProtected === true;
  return (
    <IconButton
      size="sm"
      className={styles.protect}
      label={protect.keep(name)}
      isOn={isOn}
      icon={isOn ? <Lock size={15} /> : <LockOpen size={15} />}
      onPress={() => {
        protectMaterial(app, protect.undo(name), row, !isOn);
        if (!isOn && !isForAi) app.toasts.show('info', protect.forAi);
      }}
    />
  );
}
