import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Hole, readHoles } from './html-holes.ts';

function holes(strings: TemplateStringsArray, ..._values: readonly unknown[]): readonly Hole[] {
  return readHoles(strings);
}

test('text between tags is text, also after a lone less-than sign', () => {
  assert.deepEqual(holes`${1}<p>${2}</p>${3} 1 < 2 ${4}`, ['text', 'text', 'text', 'text']);
});

test('the start of a URL attribute is distinguished from its middle and from other attributes', () => {
  assert.deepEqual(holes`<a href="${1}" title="${2}" data-href='${3}'><form action="/x/${4}">`, [
    'url',
    'attribute',
    'attribute',
    'attribute',
  ]);
});

test('a greater-than sign inside a quoted attribute does not end the tag', () => {
  assert.deepEqual(holes`<p title="a > b" id="${1}">`, ['attribute']);
});

test('two values in one attribute are both recognized', () => {
  assert.deepEqual(holes`<a href="${1}${2}">${3}`, ['url', 'attribute', 'text']);
});

test('tag names, attribute names and unquoted values are recognized as unsafe', () => {
  assert.deepEqual(holes`<${1}`, ['tag']);
  assert.deepEqual(holes`<p ${1}="x">`, ['tag']);
  assert.deepEqual(holes`<p id=${1}>`, ['unquoted attribute']);
});

test('scripts, styles, comments and event handlers are recognized as unsafe', () => {
  assert.deepEqual(holes`<script>${1}</script><style>${2}</style><!--${3}--><p ONCLICK="${4}">`, [
    'script or style',
    'script or style',
    'comment',
    'event handler',
  ]);
});
