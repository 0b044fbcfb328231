import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCsv } from './csv.ts';
import { filterFields, parseFields } from './fields.ts';
import { parseJson } from './json.ts';

function csv(json: string, spec?: string, quoted = true): string {
  const fields = spec === undefined ? undefined : parseFields(spec);
  const value = parseJson(json);
  return writeCsv(fields === undefined ? value : filterFields(value, fields), fields, quoted);
}

for (const [json, spec, lines] of [
  ['[{"id":1,"name":"a"},{"name":"b","id":2}]', 'name,id', '"a",1\n"b",2\n'],
  ['{"id":"x","on":true,"none":null}', undefined, '"x",true,null\n'],
  ['[{"id":1}]', 'id,missing', '1,\n'],
  ['[{"id":1}]', 'missing', '\n'],
  ['[{"id":1,"m":[{"name":"a"},{"name":"b"}]}]', 'id,m(name)', '1,"a","b"\n'],
  ['[{"id":1,"o":{"x":1}}]', 'id,o', '1\n'],
  ['[{"id":1,"o":{},"l":[]}]', undefined, '1\n'],
  ['["a","b"]', undefined, '"a"\n"b"\n'],
  ['[]', 'id', ''],
  ['{}', undefined, '\n'],
  ['[{"a":"x\\"y,\\nz"}]', undefined, '"x\\"y,\\nz"\n'],
] as const) {
  test(`Keycloak: ${json} with fields ${spec ?? 'all'} is the CSV ${JSON.stringify(lines)}`, () => {
    assert.equal(csv(json, spec), lines);
  });
}

test('Keycloak: --noquotes writes strings as they are, even with commas', () => {
  assert.equal(csv('[{"a":"x\\"y,z","n":1}]', undefined, false), 'x"y,z,1\n');
});
