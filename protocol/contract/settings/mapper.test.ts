import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextSettingProblem } from './check-text.ts';
import { MAPPERS } from './mapper.ts';

for (const [protocol, types] of Object.entries(MAPPERS))
  for (const [id, { name, effect, settings }] of Object.entries(types))
    test(`house 2a: mapper ${id} of ${protocol} describes itself and its settings, and its defaults are valid`, () => {
      assert.match(name, /^[A-Z]/);
      assert.match(effect, /^[A-Z].*\.$/);
      for (const [key, row] of Object.entries(settings)) {
        assert.match(String(row.effect), /^[A-Z`].*\.$/, key);
        if (row.default !== undefined)
          assert.equal(findTextSettingProblem(row.default, row.type, {}), undefined, key);
      }
    });
