import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ROOT } from '../support/server.ts';
import { PLANS } from './suite.ts';

const ROW = /^\| `(?<module>(?:oidcc-|fapi-ciba-id1)[\w-]*)` \| (?<profiles>[^|]+) \| `(?<file>[^`]+)` \|$/gm;

interface Row {
  readonly profiles: readonly string[];
  readonly file: string;
}

const document = readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8');
const rows = new Map<string, Row>();
for (const { groups = {} } of document.matchAll(ROW)) {
  const profiles = (groups['profiles'] ?? '').split(', ').map((profile) => profile.trim());
  rows.set(groups['module'] ?? '', { profiles, file: groups['file'] ?? '' });
}

/** Form Post repeats the modules of three profiles, so the list contains only those profiles. */
const plans = Object.entries(PLANS).filter(([profile]) => !profile.startsWith('Form Post'));

test('docs/conformance.md: every module of every profile has a row, and there are no others', () => {
  const listed = [...rows].flatMap(([module, { profiles }]) =>
    profiles.map((profile) => `${profile}: ${module}`),
  );
  const planned = plans.flatMap(([profile, modules]) => modules.map((module) => `${profile}: ${module}`));
  expect(listed.toSorted()).toEqual(planned.toSorted());
});

test('docs/conformance.md: the file in each row contains a test with that name', () => {
  for (const [module, { file }] of rows)
    expect(readFileSync(join(ROOT, file), 'utf8'), `${module} in ${file}`).toMatch(
      new RegExp(`['" ]${module}['":]`),
    );
});
