import { Folders } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Opens the list of projects. */
export function ProjectsButton() {
  const app = useApp();
  const { t } = useTexts();
  const { status } = useSnapshot(app.state.project);
  if (status !== 'ready') return null;
  return (
    <IconButton
      label={t.project.all}
      icon={<Folders size={16} />}
      aria-haspopup="dialog"
      onPress={() => {
        app.state.shell.modal = { kind: 'projects' };
      }}
    />
  );
}
