// Markup in the names of a realm and its clients that pages do not show.
import type { StoredRealm } from '#protocol/store/store.ts';
import { listRemovedMarkup } from '../texts/sanitize-markup.ts';
import type { Findings } from './findings.ts';

const MOST_PARTS = 5;
/** Longer names are shown with their markup as text. */
const MAX_LENGTH = 20_000;

/** One line for each name that loses markup. */
export function reportMarkup(findings: Findings, { displayNameHtml, clients }: StoredRealm): void {
  const add = (path: Parameters<Findings['add']>[0]['path'], name: string | undefined): void => {
    const removed = name?.includes('<') === true && name.length <= MAX_LENGTH ? listRemovedMarkup(name) : [];
    if (removed.length === 0) return;
    const message = `Pages leave out markup that could run code or imitate the page: ${removed.slice(0, MOST_PARTS).join(', ')}. Use only elements for text, links and images.`;
    findings.add({ path, value: undefined, message });
  };
  add(['displayNameHtml'], displayNameHtml);
  for (const client of clients ?? []) add(['clients', { item: client.clientId }, 'name'], client.name);
}
