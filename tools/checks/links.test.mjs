import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrokenLinks } from './links.mjs';

const find = (pages, ...files) => findBrokenLinks(pages, (path) => files.includes(path));

test('docs: a link to a page, a heading, a file and another site is fine', () => {
  const pages = {
    'docs/a.md':
      '# A\n\n[b](b.md) [part](b.md#the-part) [own](#a) [file](../conf/x.conf) [site](https://example.org/#x)',
    'docs/b.md': '# B\n\n## The part\n',
  };
  assert.deepEqual(find(pages, 'conf/x.conf'), []);
});

test('docs: a link to a missing file names the page and the link', () => {
  assert.deepEqual(find({ 'docs/a.md': '![picture](images/none.png)' }), [
    'docs/a.md: links to images/none.png, which does not exist',
  ]);
});

test('docs: a link to a missing heading is found, on the same page and on another', () => {
  const pages = { 'a.md': '# A\n\n[x](#b) [y](b.md#a)', 'b.md': '# B' };
  assert.deepEqual(find(pages), [
    'a.md: links to #b, but a.md has no such heading',
    'a.md: links to b.md#a, but b.md has no such heading',
  ]);
});

test('docs: headings with the same text and with code have the IDs of repository hosts', () => {
  const pages = {
    'a.md': '# `kc.sh` import\n\n## Same\n\n## Same\n\n[1](#kcsh-import) [2](#same) [3](#same-1)',
  };
  assert.deepEqual(find(pages), []);
});
