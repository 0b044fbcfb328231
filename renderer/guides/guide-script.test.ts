import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { guideScript } from './guide-script.ts';

test('guides: the script creates the files unchanged, in their folders, and then runs the command', () => {
  const files = [
    { name: 'a/b/[...c].js', text: `const a = \`$HOME \${x} \\\\ $(date)\`;\nEND\n` },
    { name: 'plain.txt', text: 'EOF\n' },
  ];
  const folder = mkdtempSync(join(tmpdir(), 'understudy-guide-'));
  try {
    const script = guideScript({ install: 'echo installed', files, command: 'cat plain.txt', expect: '' });
    const output = execFileSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
    assert.equal(output, 'installed\nEOF\n');
    for (const { name, text } of files) assert.equal(readFileSync(join(folder, name), 'utf8'), text);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
