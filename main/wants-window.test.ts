import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasDisplay, wantsWindow } from './wants-window.ts';

test('contract "Start": the installed app opens its window for start, with or without options', () => {
  for (const args of [[], ['start'], ['--http-port=0'], ['start', '--http-port=0', '--no-sandbox']])
    assert.equal(wantsWindow(args), true, args.join(' '));
});

test('contract "Start": it opens no window for start --headless, start-dev and commands that end', () => {
  for (const args of [
    ['--headless'],
    ['start', '--headless', '--http-port=0'],
    ['start-dev'],
    ['--version'],
    ['start', '-V'],
    ['--help'],
    ['help'],
    ['show-config'],
    ['build'],
    ['import', '--file=realm.json'],
    ['export', '--dir=out'],
    ['bootstrap-admin', 'user'],
  ])
    assert.equal(wantsWindow(args), false, args.join(' '));
});

test('contract "Start": a faulty command line counts as a start, so that a dialog can show the fault', () => {
  for (const args of [['stert'], ['--http-prot=1'], ['--http-port']]) assert.equal(wantsWindow(args), true);
});

test('contract "Start": only Linux has sessions without a display', () => {
  assert.equal(hasDisplay({}, 'linux'), false);
  assert.equal(hasDisplay({ DISPLAY: '', WAYLAND_DISPLAY: '' }, 'linux'), false);
  assert.equal(hasDisplay({ DISPLAY: ':0' }, 'linux'), true);
  assert.equal(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux'), true);
  assert.equal(hasDisplay({}, 'darwin'), true);
  assert.equal(hasDisplay({}, 'win32'), true);
});
