// Realms as a whole: imports in the background, duplicates, and what a reset goes back to.
import type { DuplicateRequestWire, DuplicateWire, ImportWire } from '#protocol/contract/imports.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { SERVER_ATTRIBUTES } from '#protocol/contract/server-attributes.ts';
import { text } from '#protocol/contract/settings/value-type.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import type { Duplicates } from '#protocol/test-kit/duplicates.ts';
import type { RealmResets } from '#protocol/test-kit/realm-resets.ts';
import { type AdminRequest, answer, checkServerAdministrator, ok } from '../admin-route.ts';
import { isServerAdministrator, mayCreateRealms, refuseForbidden } from '../administrator.ts';
import type { EmulatorHandlers, EmulatorRequest } from '../emulator-route.ts';
import type { SharedImports } from '../imports/shared-imports.ts';
import { readExactObject } from '../members.ts';

export interface RealmHandlerDeps {
  readonly imports: SharedImports;
  readonly duplicates: Duplicates;
  readonly resets: Pick<RealmResets, 'describeOrigin'>;
}

const DUPLICATE = { realm: { type: text } };

/** What identifies who began an import; undefined for administrators of the server, who may see every import. */
function ownerOf({ administrator }: AdminRequest): string | undefined {
  return isServerAdministrator(administrator) ? undefined : administrator.userId;
}

function checkMayCreate({ administrator, exchange }: AdminRequest): void {
  if (!mayCreateRealms(administrator)) refuseForbidden(administrator, exchange, 'create-realm', 'master');
}

/** A realm with these attributes could act beyond itself. */
function refuseServerAttributes({ attributes }: RealmRepresentation): void {
  const name = SERVER_ATTRIBUTES.find((each) => attributes?.[each] !== undefined);
  if (name === undefined) return;
  throw new RealmFileError(
    `attributes.${name}`,
    'may be set by administrators of the server only',
    'Remove it from the file, or import the file with role admin of realm master.',
  );
}

function begin(
  request: EmulatorRequest<'POST /imports'>,
  { imports }: Pick<RealmHandlerDeps, 'imports'>,
): Reply {
  const { administrator, exchange, query } = request;
  checkMayCreate(request);
  if (query.existing === 'replace') checkServerAdministrator(request);
  const begun = imports.begin(administrator.userId, {
    text: exchange.text,
    existing: query.existing,
    startsAtOnce: query.start,
    checkRights: isServerAdministrator(administrator) ? () => undefined : refuseServerAttributes,
  });
  return answer(202, begun, { location: `${exchange.baseUrl}/emulator/v1/imports/${begun.id}` });
}

export function createRealmHandlers(deps: RealmHandlerDeps): EmulatorHandlers<'realms'> {
  const { imports, duplicates, resets } = deps;
  const show = (request: AdminRequest, id: string): Promise<ImportWire> => {
    checkMayCreate(request);
    return imports.show(ownerOf(request), id);
  };
  return {
    'POST /imports': (request) => begin(request, deps),
    'GET /imports/{id}': async (request) => ok(await show(request, request.path.id)),
    async 'POST /imports/{id}/start'(request) {
      const { path, query } = request;
      await show(request, path.id);
      if (query.existing === 'replace') checkServerAdministrator(request);
      return answer(202, await imports.start(ownerOf(request), path.id, query.existing));
    },
    async 'DELETE /imports/{id}'(request) {
      checkMayCreate(request);
      return ok(await imports.cancel(ownerOf(request), request.path.id));
    },
    async 'POST /realms/{realm}/duplicates'({ exchange, realm: original }) {
      const { realm: name } = readExactObject<DuplicateRequestWire>(exchange.json, DUPLICATE, ['realm']);
      const { realm, id } = await duplicates.create(original, name);
      const made: DuplicateWire = { realm, id };
      return answer(201, made, { location: `${exchange.baseUrl}/admin/realms/${encodeURIComponent(realm)}` });
    },
    'GET /realms/{realm}/origin': async ({ realm }) => ok(await resets.describeOrigin(realm)),
  };
}
