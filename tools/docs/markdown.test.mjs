import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarkdown, listSections } from './markdown.mjs';
import { listEntries } from './navigation.mjs';
import { toSiteLink } from './site-links.mjs';

const OTHERS = ['CHANGELOG.md'];

test('docs: links of a page lead to pages of the site', () => {
  const from = (page, href) => toSiteLink(href, page, OTHERS);
  assert.equal(from('docs/reference/fixes.md', 'options.md#logging'), 'options.html#logging');
  assert.equal(from('docs/how-to/a.md', '../decisions/README.md'), '../decisions/index.html');
  assert.equal(from('docs/README.md', 'decisions/'), 'decisions/index.html');
  assert.equal(from('docs/README.md', '../CHANGELOG.md'), 'CHANGELOG.html');
  assert.equal(from('docs/how-to/a.md', '../../CHANGELOG.md#x'), '../CHANGELOG.html#x');
  assert.equal(from('CHANGELOG.md', 'docs/reference/options.md#logging'), 'reference/options.html#logging');
});

test('docs: a link to a file that is not on the site leads to where the repository is explained', () => {
  const link = toSiteLink('../../fixtures/realms/demo.json', 'docs/how-to/a.md', OTHERS);
  assert.equal(link, '../index.html#files-of-the-repository');
});

test('docs: links to other sites and on the same page stay', () => {
  for (const link of ['https://example.org/a.md', '#part', 'mailto:a@example.org'])
    assert.equal(toSiteLink(link, 'a.md', OTHERS), link);
});

test('docs: the list beside the pages has the groups and links of docs/README.md', () => {
  const readme =
    '# D\n\n[no](how-to/x.md)\n\n## I want to …\n\n- [test](how-to/a.md): it\n- [site](https://example.org)\n\n## Empty\n\ntext\n';
  assert.deepEqual(
    listEntries(readme, (path) => path.replace('.md', '.html')),
    [{ title: 'I want to …', links: [{ title: 'test', url: 'how-to/a.html' }] }],
  );
});

test('docs: the search finds text, code and tables below their heading', () => {
  const text =
    '# Page\n\nIntro `code`.\n\n## Part\n\n```sh\nrun it\n```\n\n| a | b |\n|---|---|\n| c | d |\n';
  assert.deepEqual(
    listSections(createMarkdown().parse(text, {})).map((section) => ({
      ...section,
      text: section.text.trim(),
    })),
    [
      { id: 'page', heading: 'Page', text: 'Intro code.' },
      { id: 'part', heading: 'Part', text: 'run it\n a b c d' },
    ],
  );
});
