// The name of a client on pages.
import { readableClientName } from '#protocol/contract/client-name.ts';
import { type Html, html } from '#protocol/http/html.ts';
import { sanitizeHtml } from '#protocol/http/sanitize-html.ts';
import { textOfHtml } from '#protocol/realm/view/html-text.ts';
import type { Client } from '#protocol/realm/view/realm.ts';

/** A name for a page, and for its title. */
export interface ShownName {
  readonly html: Html;
  readonly text: string;
}

/** Compat: the name may contain markup; a client without a name is shown by its ID, which is text. */
export function clientNameOf(client: Pick<Client, 'name'> | undefined, clientId: string): ShownName {
  const name = readableClientName(client?.name);
  const text = textOfHtml(name) || clientId;
  const shown = sanitizeHtml(name);
  const isVisible = text !== clientId || shown.toString().includes('<img');
  return { html: isVisible ? shown : html`${clientId}`, text };
}
