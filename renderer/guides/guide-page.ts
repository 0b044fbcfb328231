// A guide as a page of docs/guides/.

import { text } from '../texts/text.ts';
import type { OfferedGuide } from './offered-guides.ts';

const LANGUAGES: Readonly<Record<string, string>> = {
  cs: 'csharp',
  conf: 'apache',
  go: 'go',
  html: 'html',
  java: 'java',
  js: 'js',
  json: 'json',
  jsx: 'jsx',
  mjs: 'js',
  php: 'php',
  py: 'python',
  rb: 'ruby',
  sh: 'sh',
  shtml: 'html',
  ts: 'ts',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

function fence(contents: string, name: string): string {
  const language = LANGUAGES[/\.(\w+)$/.exec(name)?.[1] ?? ''] ?? '';
  return `\`\`\`${language}\n${contents.replace(/\n?$/, '\n')}\`\`\``;
}

/** Markdown; `head` is the comment that says how the page is made. */
export function guidePage(offered: OfferedGuide, clientId: string, head: string): string {
  const { guide, install, files, command, expect, notes = [] } = offered;
  const parts = [
    `${head}\n# ${guide.title}`,
    text(guide.summary),
    `Requires ${text(guide.runtime)}. The values are those of the client \`${clientId}\` in the demo realm; the client's **Guides** tab in the console shows this page with the values of your client.`,
    ...(install === undefined
      ? ['In an empty folder, create:']
      : ['In an empty folder:', fence(install, '.sh')]),
    ...files.flatMap((file) => [`\`${file.name}\``, fence(file.text, file.name)]),
    ...notes,
    'Start it:',
    fence(command, '.sh'),
    expect,
  ];
  return `${parts.join('\n\n')}\n`;
}
