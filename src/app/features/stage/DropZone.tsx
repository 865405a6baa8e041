import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import styles from './Stage.module.css';

/** Takes files dropped anywhere on the page, so that a missed target does not open the file in place of the app. */
export function DropZone({ onDrop }: { readonly onDrop: (file: File) => void }) {
  const { t } = useTexts();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = chooseFile([...(event.dataTransfer?.files ?? [])]);
      if (file !== null) onDrop(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop]);
  if (!isOver) return null;
  return (
    <div className={styles.drop}>
      <Upload size={24} aria-hidden="true" />
      {t.stage.dropNow}
    </div>
  );
}

/** The model among what was dropped; without one the first file, so that its refusal names it. */
function chooseFile(files: readonly File[]): File | null {
  return files.find((file) => /\.glb$/i.test(file.name)) ?? files[0] ?? null;
}
