import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guidePage } from './guide-page.ts';
import { EXPRESS } from './oidc/express.ts';

const OFFERED = {
  guide: EXPRESS,
  install: 'npm install a',
  files: [
    { name: 'app.mjs', text: 'run();\n' },
    { name: 'key.pem', text: 'KEY\n' },
  ],
  command: 'node app.mjs',
  expect: 'It runs.',
  notes: ['Mind the gap.'],
  missing: { redirectUri: undefined, webOrigin: undefined },
};

test('docs/guides: a page has the installation, each file with its language, notes, the command and the result, in this order', () => {
  const page = guidePage(OFFERED, 'web', '<!-- head -->');
  const parts = [
    '<!-- head -->\n# Express',
    '`web`',
    '```sh\nnpm install a\n```',
    '`app.mjs`\n\n```js\nrun();\n```',
    '`key.pem`\n\n```\nKEY\n```',
    'Mind the gap.',
    '```sh\nnode app.mjs\n```',
    'It runs.',
  ];
  const places = parts.map((part) => page.indexOf(part));
  assert.ok(!places.includes(-1), page);
  assert.deepEqual(
    places,
    places.toSorted((left, right) => left - right),
  );
});

test('docs/guides: a guide without an installation begins with its files', () => {
  const { install: _, ...rest } = OFFERED;
  assert.match(guidePage(rest, 'web', ''), /In an empty folder, create:\n\n`app\.mjs`/);
});
