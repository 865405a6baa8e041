import { Component, type ReactNode } from 'react';
import { TextsContext } from '../texts/use-texts.ts';
import { Button } from '../ui/Button.tsx';
import styles from './ErrorBoundary.module.css';

/** What stands in place of the page after a bug: where the work is, and the way back to it. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  static override readonly contextType = TextsContext;
  declare readonly context: React.ContextType<typeof TextsContext>;
  override readonly state = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null || this.context === null) return this.props.children;
    const { t } = this.context;
    return (
      <main className={styles.crashed} role="alert">
        <h1>{t.shell.crashed}</h1>
        <p>{t.shell.crashedHint}</p>
        <Button variant="primary" onPress={() => location.reload()}>
          {t.shell.reload}
        </Button>
      </main>
    );
  }
}
