import { snapshot } from 'valtio';
import type { App } from '../core/app.ts';
import { closeToolbar, toggleLive, toggleToolbar } from '../core/toolbars.ts';
import { redoHere, undoHere } from '../features/light-map/undo-here.ts';
import { LAYERS } from '../features/stage/use-escape.ts';
import { chooseUpAxis } from '../scene/choose-up-axis.ts';
import { goToHelperView } from '../scene/helper-views.ts';
import { type KeyAction, readKey } from '../scene/keys.ts';
import { fitCamera, framePicked, panCamera, turnCamera } from '../scene/move-camera.ts';
import { seesStage } from '../state/edit.ts';

/** Controls that a person moves through with the arrow keys, or types into letter by letter. */
const OWN_KEYS =
  '[role=slider],[role=tab],[role=grid],[role=treegrid],[role=listbox],[role=menu],[role=spinbutton],[role=radio],[type=radio],[role=separator]';

/** Does what a key of the whole page stands for, by the table of `keys.ts`; every other press is left alone. */
export function pressKey(app: App, event: KeyboardEvent, onSave: () => Promise<void>): void {
  if (event.defaultPrevented || event.isComposing) return;
  const isAlone = event.key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (isAlone && !app.state.preferences.singleKeys) return;
  const { toolbar } = app.state.stage;
  const action = readKey(event, { toolbar, tool: snapshot(app.state.transform) });
  if (action === null || isTaken(action, event)) return;
  if (isOutOfSight(app, action)) return;
  event.preventDefault();
  if (action.kind === 'save') {
    settleField();
    void onSave();
  } else perform(app, action);
}

/** What counts once its field is left counts for a save from inside it, too: the field is left and entered again. */
function settleField(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement)) return;
  activeElement.blur();
  activeElement.focus({ preventScroll: true });
}

/** The stage lies under another main tool; the undo of its edits does not where the panel that makes them is there. */
function isOutOfSight(app: App, { kind }: KeyAction): boolean {
  const { shell, edit } = app.state;
  if (['save', 'shortcuts', 'feedback'].includes(kind) || shell.place === 'create') return false;
  if (shell.place === 'assets') return true;
  return kind !== 'undo' && kind !== 'redo' && !seesStage(edit);
}

function perform(app: App, action: Exclude<KeyAction, { kind: 'save' }>): void {
  const { transform, shell } = app.state;
  switch (action.kind) {
    case 'save':
      return;
    case 'undo':
      undoHere(app);
      return;
    case 'redo':
      redoHere(app);
      return;
    case 'shortcuts':
      shell.modal = { kind: 'shortcuts' };
      return;
    case 'feedback':
      shell.modal = { kind: 'feedback' };
      return;
    case 'fit':
      void fitCamera(app);
      return;
    case 'frame-part':
      void framePicked(app);
      return;
    case 'toolbar':
      // As their buttons: without a model there is nothing to use a tool on.
      if (app.state.stage.modelHash !== null || app.state.stage.toolbar === action.toolbar)
        toggleToolbar(app, action.toolbar);
      return;
    case 'live':
      if (app.state.stage.modelHash !== null || app.state.live.isOn) toggleLive(app);
      return;
    case 'up-axis':
      chooseUpAxis(app, action.axis);
      return;
    case 'close-toolbar':
      closeToolbar(app);
      return;
    case 'turn-camera':
      turnCamera(app, action.right, action.up, action.nearer);
      return;
    case 'pan-camera':
      panCamera(app, action.right, action.up);
      return;
    case 'helper-view':
      void goToHelperView(app, action.view);
      return;
    case 'tool-mode':
      transform.mode = action.mode;
      return;
    case 'tool-space':
      transform.space = transform.space === 'world' ? 'local' : 'world';
      return;
    case 'tool-axes':
      transform.axes = action.axes;
      return;
    case 'model-step':
      // A viewer that closes meanwhile has nothing left to move.
      app.viewer.current?.api.stepModel(action).catch(() => undefined);
      return;
  }
}

/** True when the press belongs to what has the focus: a field, a list, a dialog. Saving is always the page's. */
function isTaken(action: KeyAction, event: KeyboardEvent): boolean {
  if (action.kind === 'save') return false;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  const isField = ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
  const isText = isField && (target as HTMLInputElement).type !== 'range';
  if (isText || target.isContentEditable) return !isChoice(target) || event.key.startsWith('Arrow');
  if (target.closest(LAYERS) !== null) return true;
  return event.key.startsWith('Arrow') && target.closest(OWN_KEYS) !== null;
}

/** A box to tick is an input too, but nothing is typed into it. */
function isChoice(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type);
}
