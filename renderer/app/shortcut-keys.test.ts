import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTypedInto, listShortcuts, opensShortcuts } from './shortcut-keys.ts';

const press = {
  key: '?',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
};
const page = { tagName: 'BODY', isContentEditable: false };

test('console "Shortcuts": ? opens the list wherever no text is typed', () => {
  for (const target of [undefined, page, { tagName: 'INPUT', isContentEditable: false, type: 'checkbox' }])
    assert.ok(opensShortcuts(press, target));
});

test('WCAG 2.2 §2.1.4: ? is a character while it is typed into a field', () => {
  for (const target of [
    { tagName: 'INPUT', isContentEditable: false, type: 'text' },
    { tagName: 'INPUT', isContentEditable: false, type: 'search' },
    { tagName: 'INPUT', isContentEditable: false },
    { tagName: 'TEXTAREA', isContentEditable: false },
    { tagName: 'SELECT', isContentEditable: false },
    { tagName: 'DIV', isContentEditable: true },
  ]) {
    assert.ok(isTypedInto(target), JSON.stringify(target));
    assert.equal(opensShortcuts(press, target), false, JSON.stringify(target));
  }
});

test('console "Shortcuts": other keys, shortcuts of the system and handled key presses do not open the list', () => {
  for (const other of [
    { key: '/' },
    { key: 'a' },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { isComposing: true },
    { defaultPrevented: true },
  ])
    assert.equal(opensShortcuts({ ...press, ...other }, page), false, JSON.stringify(other));
});

test('console "Shortcuts": no two shortcuts of a part have the same keys', () => {
  for (const { title, shortcuts } of listShortcuts('Ctrl')) {
    const keys = shortcuts.flatMap((shortcut) => shortcut.keys.map((key) => key.join('+')));
    assert.deepEqual(keys, [...new Set(keys)], title);
  }
});
