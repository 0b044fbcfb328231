import assert from 'node:assert/strict';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAdditionalFields, readAdditionalFields } from './additional-fields.ts';

const prefix = 'electron.log.handler.gelf.additional-field.';

test('service description §2.3: <runtime>.log.handler.gelf.additional-field.<my-name>.value sets a field', () => {
  const { fields, warning } = parseAdditionalFields(
    `${prefix}stage.value = test\nquarkus.log.handler.gelf.additional-field.team-name.value: blue \\\n  whale\n`,
  );
  assert.deepEqual(
    [...fields],
    [
      ['stage', 'test'],
      ['team-name', 'blue whale'],
    ],
  );
  assert.equal(warning, undefined);
});

test('a name may contain dots and may be quoted', () => {
  const { fields } = parseAdditionalFields(`${prefix}a.b.value=1\n${prefix}"c.d".value=2\n`);
  assert.deepEqual(
    [...fields],
    [
      ['a.b', '1'],
      ['c.d', '2'],
    ],
  );
});

test('unknown keys are ignored', () => {
  const { fields, warning } = parseAdditionalFields(
    `http-port=1\n${prefix}a.type=long\nother.log.handler.gelf.additional-field.a.value=1\n${prefix}.value=1\nx.${prefix}a.value=2`,
  );
  assert.equal(fields.size, 0);
  assert.equal(warning, undefined);
});

test('GELF 1.1: invalid names are listed in one warning, and the others are used', () => {
  const { fields, warning } = parseAdditionalFields(
    `${prefix}id.value=1\n${prefix}b\\ c.value=2\n${prefix}d.value=3\n`,
  );
  assert.deepEqual([...fields.keys()], ['d']);
  assert.match(warning ?? '', /"id", "b c"/);
});

test('no file means no fields and no warning', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-fields-'));
  const { fields, warning } = readAdditionalFields(join(folder, 'electron.properties'));
  assert.equal(fields.size, 0);
  assert.equal(warning, undefined);
});

const BAD: readonly [title: string, content: Buffer | undefined][] = [
  ['an unfinished escape', Buffer.from(`${prefix}a.value=1\nb=\\u1`)],
  ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff, 0xfe])],
  ['a folder with that name', undefined],
];

for (const [title, content] of BAD) {
  test(`an invalid file causes one warning that names it: ${title}`, async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'understudy-fields-')), 'electron.properties');
    if (content === undefined) await mkdir(path);
    else await writeFile(path, content);
    const { fields, warning } = readAdditionalFields(path);
    assert.equal(fields.size, 0);
    assert.ok(warning?.startsWith(`${path}: `));
  });
}
