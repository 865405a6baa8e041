import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { App } from './app.ts';

const AppContext = createContext<App | null>(null);

/** Gives the app to everything below it. */
export function AppProvider({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  return createElement(AppContext.Provider, { value: app }, children);
}

/** The app of this page. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('useApp needs an AppProvider above it');
  return app;
}
