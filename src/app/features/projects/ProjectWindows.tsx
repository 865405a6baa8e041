import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { ExportProject } from './ExportProject.tsx';
import { ImportProject } from './ImportProject.tsx';
import type { ListedProject } from './list-projects.ts';
import { Projects } from './Projects.tsx';

/**
 * The list of projects, and what lies over it.
 *
 * @param file A project file that was dropped on the page or chosen in the list; null for none.
 */
export function ProjectWindows({
  file,
  onFile,
}: {
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}) {
  const app = useApp();
  const { modal } = useSnapshot(app.state.shell);
  const [exporting, setExporting] = useState<ListedProject | null>(null);
  const close = (): void => {
    app.state.shell.modal = null;
  };
  return (
    <>
      {modal?.kind === 'projects' && (
        <Projects
          isCovered={exporting !== null || file !== null}
          onClose={close}
          onImport={onFile}
          onExport={setExporting}
        />
      )}
      {exporting !== null && <ExportProject project={exporting} onClose={() => setExporting(null)} />}
      {file !== null && (
        <ImportProject
          file={file}
          onClose={() => onFile(null)}
          onDone={() => {
            onFile(null);
            close();
          }}
        />
      )}
    </>
  );
}
