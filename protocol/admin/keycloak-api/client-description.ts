// Converts descriptions (SAML metadata, registration metadata, a client as JSON) into clients.

import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import { CLIENT_SETTINGS } from '#protocol/contract/settings/client.ts';
import {
  type ClientDescriptionConverter,
  ClientDescriptionError,
} from '#protocol/realm/clients/client-description.ts';
import { badRequest, invalid } from '../admin-error.ts';
import { ok, type RealmRequest, type RealmRow } from '../admin-route.ts';
import { readObject } from '../members.ts';

const MAX_DESCRIPTION_BYTES = 1024 * 1024;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON either: the caller gets the list of all formats.
    return undefined;
  }
}

/** A client as Keycloak exports it. @throws {AdminError} 400 naming the invalid member. */
function readClient(json: unknown): ClientRepresentation | undefined {
  const isClient = typeof json === 'object' && json !== null && 'clientId' in json;
  return isClient ? readObject<ClientRepresentation>(json, CLIENT_SETTINGS, ['clientId']) : undefined;
}

async function convert(request: RealmRequest, converters: readonly ClientDescriptionConverter[]) {
  const { exchange, realm, clocks } = request;
  const text = exchange.text;
  if (text.trimStart().startsWith('<')) exchange.activity.document('request', 'metadata', text);
  if (text.trim() === '') throw badRequest('The body is empty; send the description of a client');
  const converter = converters.find((each) => each.reads(text));
  if (converter !== undefined) {
    try {
      const now = clocks(realm.name).now();
      // Specific to Understudy: of several clients in a document, the caller may select one.
      const clientId = exchange.query.get('clientId') || undefined;
      return ok(await converter.convert(text, { realm: realm.stored, now, clientId }));
    } catch (error) {
      if (!(error instanceof ClientDescriptionError)) throw error;
      throw invalid(error.message);
    }
  }
  const client = readClient(parseJson(text));
  if (client !== undefined) return ok(client);
  const formats = [...converters.map(({ format }) => format), 'a client as JSON'];
  throw badRequest(`Unsupported format; send one of: ${formats.join(', ')}`);
}

/** Formats are tried in the order of the converters. */
export function createClientDescriptionRows(
  converters: readonly ClientDescriptionConverter[],
): readonly RealmRow[] {
  return [
    {
      method: 'POST',
      path: '/client-description-converter',
      needs: ['manage-clients', 'create-client'],
      title: 'Convert client description',
      body: 'text',
      maxBodyBytes: MAX_DESCRIPTION_BYTES,
      handle: (request) => convert(request, converters),
    },
  ];
}
