// Links of the repository's pages, as they are on the site.
import { dirname, join, relative } from 'node:path/posix';

/** Where a file of the repository is on the site; undefined if it is not there. `others`: pages beside docs/. */
function placeOf(file, others) {
  if (others.includes(file)) return file;
  return file.startsWith('docs/') ? file.slice('docs/'.length) : undefined;
}

/** `how-to/run-in-ci.md` becomes `how-to/run-in-ci.html`, and `decisions/` its index. */
export function toAddress(path) {
  return path.replace(/(^|\/)(README\.md)?$/, '$1index.html').replace(/\.md$/, '.html');
}

/**
 * The link on the site for one on a page of the repository. A link to a file that is not on the site leads to the
 * start page, which says where the repository's files are.
 */
export function toSiteLink(href, page, others) {
  if (/^([a-z][a-z0-9+.-]*:|#)/i.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const place = placeOf(join(dirname(page), file), others);
  const target =
    place === undefined
      ? 'index.html#files-of-the-repository'
      : `${toAddress(place)}${anchor === undefined ? '' : `#${anchor}`}`;
  return relative(dirname(placeOf(page, others) ?? page), target);
}
