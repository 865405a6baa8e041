import { useSnapshot } from 'valtio';
import { MaterialHistory } from './lazy-parts.tsx';
import { nameMaterial } from './name-material.ts';
import { useTexts } from './texts/use-texts.ts';
import { useApp } from './use-app.ts';
import { useMaterialRows } from './use-material-rows.ts';

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
