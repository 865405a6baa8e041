import { createContext, createElement, type ReactNode, useContext } from 'react';
import type { App, AppBase } from './app.ts';

const BaseContext = createContext<AppBase | null>(null);
const AppContext = createContext<App | null>(null);

/** Gives what the page has while nobody is signed in to everything below it. */
export function AppBaseProvider({
  base,
  children,
}: {
  readonly base: AppBase;
  readonly children: ReactNode;
}) {
  return createElement(BaseContext.Provider, { value: base }, children);
}

/** Gives the app to everything below it. */
export function AppProvider({ app, children }: { readonly app: App; readonly children: ReactNode }) {
  const below = createElement(AppContext.Provider, { value: app }, children);
  return createElement(BaseContext.Provider, { value: app }, below);
}

/** The app of this page, where somebody is signed in. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (app === null) throw new Error('useApp needs an AppProvider above it');
  return app;
}

/** The same for what may be on the page while nobody is signed in. */
export function useAppBase(): AppBase {
  const base = useContext(BaseContext);
  if (base === null) throw new Error('useAppBase needs an AppBaseProvider above it');
  return base;
}
