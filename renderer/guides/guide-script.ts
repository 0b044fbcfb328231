// A guide as one shell script for an empty folder.
import type { GuideFile, GuideText } from './guide.ts';
import { shell } from './quote.ts';

/** A line that the text does not contain. */
function endMark(text: string): string {
  const taken = new Set(text.split('\n'));
  let mark = 'END';
  while (taken.has(mark)) mark += '_';
  return mark;
}

function writeFile({ name, text }: GuideFile): string {
  const folder = name.includes('/') ? `mkdir -p ${shell(name.slice(0, name.lastIndexOf('/')))}\n` : '';
  const mark = endMark(text);
  return `${folder}cat > ${shell(name)} <<'${mark}'\n${text}${mark}\n`;
}

/** Creates the files, installs and starts; each file must end with a newline. */
export function guideScript({ install, files, command }: GuideText): string {
  const first = install === undefined ? [] : [`${install}\n`];
  return [...first, ...files.map(writeFile), `${command}\n`].join('\n');
}
