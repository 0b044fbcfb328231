import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawFault, PatternFault } from './pattern-fault.ts';

test('service description §2.3: a caret marks the position of the fault', () => {
  assert.equal(drawFault('%d %q', new PatternFault('%q is not a symbol', 3)), '  %d %q\n     ^');
});

test('a tab or a line break in the pattern does not move the caret', () => {
  assert.equal(drawFault('\t\n%q', new PatternFault('x', 2)), '    %q\n    ^');
});
