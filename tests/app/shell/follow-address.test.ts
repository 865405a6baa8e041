import { afterEach, beforeEach, expect, test } from 'vitest';
import { followAddress } from '../../../src/app/shell/follow-address.ts';
import { createState } from '../../../src/app/state/state.ts';
import { RenderId } from '../../../src/contract/ids.ts';
import { createFakeAddress, type FakeAddress } from '../../support/fake-address.ts';

let state: ReturnType<typeof createState>;
let address: FakeAddress;
let stop: () => void;

function begin(fragment = ''): void {
  state = createState('en');
  address = createFakeAddress(fragment);
  stop = followAddress({ state, outside: { address } as never });
}
/** Valtio tells of changes in a microtask; the browser goes back in a task. */
const settle = async (): Promise<void> => {
  await new Promise((done) => setTimeout(done));
  await new Promise((done) => setTimeout(done));
};

beforeEach(() => begin());
afterEach(() => stop());

test.each([
  ['', 'create', null],
  ['edit', 'edit', null],
  ['assets', 'assets', null],
  ['pricing', 'create', { kind: 'pricing' }],
  ['render/12', 'create', { kind: 'result', renderId: 12 }],
  ['render/0', 'create', null],
  ['render/1e3', 'create', null],
  ['library', 'create', null],
  ['no-such-place', 'create', null],
  ['%E0%A4%A', 'create', null],
] as const)('the address #%s opens %s', (fragment, place, modal) => {
  begin(fragment);
  expect(state.shell.place).toBe(place);
  expect(state.shell.modal).toEqual(modal);
});

test('what is opened has an address, and the way back closes it', async () => {
  state.shell.modal = { kind: 'settings' };
  await settle();
  expect(address.entries()).toEqual(['', '[settings]']);
  address.go(-1);
  expect(state.shell.modal).toBeNull();
  address.go(1);
  expect(state.shell.modal).toEqual({ kind: 'settings' });
});

test('what has no address of its own is closed by the way back, too', async () => {
  state.shell.modal = { kind: 'order-set' };
  await settle();
  expect(address.entries()).toEqual(['', '[create]']);
  address.go(-1);
  expect(state.shell.modal).toBeNull();
});

test('what is closed on the page is not left on the way back', async () => {
  state.shell.place = 'assets';
  await settle();
  state.shell.modal = { kind: 'result', renderId: RenderId.parse(7) };
  await settle();
  state.shell.modal = { kind: 'result', renderId: RenderId.parse(8) };
  await settle();
  expect(address.entries()).toEqual(['', 'assets', '[render/8]']);
  state.shell.modal = null;
  await settle();
  expect(address.entries()).toEqual(['', '[assets]', 'assets']);
  expect(state.shell.place).toBe('assets');
});

test('one window instead of another takes its place', async () => {
  state.shell.modal = { kind: 'pricing' };
  await settle();
  state.shell.modal = { kind: 'credits' };
  await settle();
  expect(address.entries()).toEqual(['', '[credits]']);
});

test('a window that an address opened is closed where it is: there is nothing of ours to go back to', async () => {
  begin('pricing');
  state.shell.modal = null;
  await settle();
  expect(address.entries()).toEqual(['[create]']);
});

test('what is opened while the browser is on its way back stays open', async () => {
  state.shell.modal = { kind: 'help' };
  await settle();
  state.shell.modal = null;
  await Promise.resolve();
  await Promise.resolve();
  state.shell.modal = { kind: 'about' };
  await settle();
  expect(state.shell.modal).toEqual({ kind: 'about' });
  expect(address.entries()).toEqual(['', '[about]']);
});

test('a place opened from a window takes its place on the way back', async () => {
  state.shell.modal = { kind: 'result', renderId: RenderId.parse(3) };
  await settle();
  state.shell.modal = null;
  state.shell.place = 'edit';
  await settle();
  expect(address.entries()).toEqual(['', '[edit]']);
});

test('an address typed by hand is followed; one that is not ours changes nothing', async () => {
  address.type('edit');
  expect(state.shell.place).toBe('edit');
  address.type('nonsense');
  expect(state.shell.place).toBe('edit');
});

test('who signs out leaves no window in the address; who is signed out finds theirs again', async () => {
  state.shell.modal = { kind: 'settings' };
  await settle();
  stop();
  expect(address.fragment()).toBe('settings');
  begin('settings');
  state.shell.modal = null;
  stop();
  expect(address.fragment()).toBe('create');
});

test('the renders and each of them have an address', async () => {
  begin('gallery/12');
  expect(state.shell.place).toBe('assets');
  expect({ ...state.gallery }).toMatchObject({ isOpen: true, openId: 12 });
  begin('gallery');
  expect({ ...state.gallery }).toMatchObject({ isOpen: true, openId: null });
  state.gallery.openId = RenderId.parse(4);
  await settle();
  expect(address.entries()).toEqual(['gallery', '[gallery/4]']);
  state.gallery.openId = null;
  await Promise.resolve();
  expect(address.fragment(), 'a reload here opens what is open').toBe('gallery');
  await settle();
  expect(address.entries()).toEqual(['[gallery]', 'gallery']);
  state.gallery.openId = RenderId.parse(4);
  await settle();
  state.shell.modal = { kind: 'result', renderId: RenderId.parse(4) };
  await settle();
  address.go(-1);
  expect({ ...state.gallery, modal: state.shell.modal }).toMatchObject({ openId: 4, modal: null });
  state.gallery.isOpen = false;
  state.gallery.openId = null;
  await settle();
  expect(address.entries()).toEqual(['gallery', 'gallery/4', '[assets]']);
});
