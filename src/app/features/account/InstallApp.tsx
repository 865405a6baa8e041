import { MonitorDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useApp } from '../../core/use-app.ts';
import { useLateTexts } from '../../texts/use-late-texts.ts';
import { Button } from '../../ui/Button.tsx';
import { Block } from './Block.tsx';

/** How the app is installed on this device; nothing where it is, or cannot be. */
export function InstallApp() {
  const { install } = useApp().outside;
  const { settings } = useLateTexts();
  const way = useSyncExternalStore(install.onChange, install.way);
  if (way === null || way === 'installed') return null;
  return (
    <Block title={settings.install.title} help={settings.install.help[way]}>
      {way === 'press' && (
        <Button
          size="sm"
          icon={<MonitorDown size={16} aria-hidden="true" />}
          onPress={() => void install.ask()}
        >
          {settings.install.start}
        </Button>
      )}
    </Block>
  );
}
