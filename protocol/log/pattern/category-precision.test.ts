import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePrecision } from './category-precision.ts';
import { PatternFault } from './pattern-fault.ts';

const cases: [argument: string, expected: string][] = [
  ['1', 'Example'],
  ['2', 'as.Example'],
  ['0', 'org.jboss.as.Example'],
  ['9', 'org.jboss.as.Example'],
  ['1.', 'o.j.a.Example'],
  ['3.', 'org.jbo.as.Example'],
  ['1.~', 'o.~.~.Example'],
  ['.', '...Example'],
  ['1.2.', 'o.jb.as.Example'],
];
for (const [argument, expected] of cases) {
  test(`Keycloak: %c{${argument}} of org.jboss.as.Example is ${expected}`, () => {
    assert.equal(parsePrecision(argument, 0)('org.jboss.as.Example'), expected);
  });
}

for (const bad of ['', 'a', '-1', '1,2', '99999', '99999.']) {
  test(`service description §2.3: "${bad}" is not a valid precision`, () => {
    assert.throws(
      () => parsePrecision(bad, 3),
      (error) => error instanceof PatternFault && error.at >= 3,
    );
  });
}

test('service description §2.3: any argument is a precision or a PatternFault; the last part always stays complete', () => {
  const argument = fc.oneof(fc.stringMatching(/^[0-9.~a]{0,12}$/), fc.string());
  const part = fc.stringMatching(/^[a-z]{1,9}$/);
  fc.assert(
    fc.property(argument, fc.array(part, { minLength: 1 }), (text, parts) => {
      try {
        assert.ok(parsePrecision(text, 0)(parts.join('.')).endsWith(parts.at(-1) ?? ''));
      } catch (error) {
        assert.ok(error instanceof PatternFault, String(error));
      }
    }),
  );
});
