import { useSnapshot } from 'valtio';
import { useApp } from '../core/use-app.ts';
import { useMaterialRows } from '../core/use-material-rows.ts';
import { nameMaterial } from '../model/name-material.ts';
import { useTexts } from '../texts/use-texts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { HistoryFrame } from './lazy-frames.tsx';

const MaterialHistory = lazyPart(
  async () => (await import('../features/history/MaterialHistory.tsx')).MaterialHistory,
  HistoryFrame,
);

/** Shows the versions of the material that `state.shell.modal` asks for. */
export function HistoryHost() {
  const app = useApp();
  const texts = useTexts();
  const { modal } = useSnapshot(app.state.shell);
  const rows = useMaterialRows();
  const row = modal?.kind === 'history' ? rows.find(({ id }) => id === modal.materialId) : undefined;
  if (row === undefined) return null;
  return (
    <MaterialHistory
      row={row}
      name={nameMaterial(row, texts)}
      onClose={() => {
        app.state.shell.modal = null;
      }}
    />
  );
}
