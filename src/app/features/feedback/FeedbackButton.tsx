import { MessageSquare } from 'lucide-react';
import { useApp } from '../../core/use-app.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** Opens the window for feedback. It stands in the top bar: floating, it would lie on something everywhere. */
export function FeedbackButton() {
  const app = useApp();
  const { t } = useTexts();
  return (
    <IconButton
      label={t.shell.feedback}
      icon={<MessageSquare size={18} />}
      onPress={() => {
        app.state.shell.modal = { kind: 'feedback' };
      }}
    />
  );
}
