import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FilterChange, isNarrow, NO_FILTER, readFilter, writeFilter } from './flow-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query), 'demo');
const write = (query: string, change: FilterChange) =>
  writeFilter(new URLSearchParams(query), change).toString();

test('console "Activity": without parameters, the list shows every flow of the selected realm', () => {
  const filter = read('');
  assert.deepEqual(filter, { ...NO_FILTER, realm: 'demo', allRealms: false, background: false });
  assert.equal(isNarrow(filter), false);
});

test('console "Activity": every member of the filter is read back from the URL that it was written to', () => {
  const change: FilterChange = {
    search: 'a b',
    refusedOnly: true,
    kind: 'ciba',
    client: 'http://127.0.0.1/saml/metadata',
    user: 'bob & alice',
    test: 'cart › pays “100 %”',
    allRealms: true,
    background: true,
  };
  assert.deepEqual(read(write('', change)), { ...change, realm: undefined });
});

test('console "Activity": changing one member keeps the others and foreign parameters', () => {
  assert.equal(write('kind=ciba&x=1', { user: 'bob' }), 'kind=ciba&x=1&user=bob');
  assert.equal(write('kind=ciba&q=a&refused=true&all-realms=true', NO_FILTER), 'all-realms=true');
});

test('console "Activity": unknown kinds and empty values filter nothing', () => {
  assert.equal(isNarrow(read('kind=none&client=&q=+&refused=yes')), false);
  assert.equal(read('kind=toString').kind, undefined);
});

for (const query of ['q=a', 'refused=true', 'kind=saml', 'client=a', 'user=a', 'test=a']) {
  test(`console "Activity": ${query} hides flows of the realm`, () => {
    assert.equal(isNarrow(read(query)), true);
  });
}
