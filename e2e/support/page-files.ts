// The files that pages of the documentation show.

/** `file name`, a blank line, and the block with its content. */
const FILE_BLOCK = /^`([\w./-]+)`\n\n```\w+\n(.*?)^```/gms;

/** The files of a page by name. */
export function filesOfPage(page: string): ReadonlyMap<string, string> {
  const blocks = [...page.matchAll(FILE_BLOCK)];
  return new Map(blocks.map(([, name = '', content = '']) => [name, content]));
}
