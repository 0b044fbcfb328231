import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import vm from 'node:vm';
import { apache, compose, js, php, quoted, shell, springYaml, xml } from './quote.ts';

const NASTY = `a'b"c\\d$(x)\${HOME}\`y\`\n<&>`;

test('guides: a JavaScript literal has the value', () => {
  assert.equal(vm.runInNewContext(js(NASTY)), NASTY);
  assert.doesNotMatch(js(NASTY), /\n/);
});

test('guides: a double-quoted literal has the value', () => {
  assert.equal(JSON.parse(quoted(NASTY)), NASTY);
});

test('guides: a shell word has the value, and nothing in it is run', () => {
  assert.equal(execFileSync('sh', ['-c', `printf %s ${shell(NASTY)}`], { encoding: 'utf8' }), NASTY);
  assert.equal(shell('http://localhost:3000/a'), 'http://localhost:3000/a');
  assert.equal(shell(''), "''");
});

test('guides: a PHP literal escapes quotes and backslashes only', () => {
  assert.equal(php(`it's \\ $x`), `'it\\'s \\\\ $x'`);
});

test('guides: XML has no markup of a value', () => {
  assert.equal(xml('<a b="c">&</a>'), '&lt;a b=&quot;c&quot;&gt;&amp;&lt;/a&gt;');
});

test('guides: Spring and compose do not expand values', () => {
  assert.equal(JSON.parse(springYaml(`a\${b}`)), `a\\\${b}`);
  assert.equal(JSON.parse(compose('a$b')), 'a$$b');
});

test('guides: Apache reads a value as one argument', () => {
  assert.equal(apache('a "b" \\'), '"a \\"b\\" \\\\"');
});
