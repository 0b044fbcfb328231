// Previews the assertion of a sign-in without a request, and a complete response, for the admin API.
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { ProtocolMapper } from '#protocol/realm/view/realm.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import type { AssertedSignIn, AssertionPreviews } from '#protocol/token/preview/assertion-preview.ts';
import { createMapperNames, listIgnoredMappers } from '#protocol/token/preview/mapper-owners.ts';
import { createRoleTrace } from '#protocol/token/preview/role-trace.ts';
import type { IssueContext } from '#protocol/token/token-issuer.ts';
import { indentXml } from '#protocol/xml/pretty-print.ts';
import { findUnsolicitedService } from '../assertion-consumer-service.ts';
import { reachedClass } from '../authn-context.ts';
import { checkClient } from '../check-message.ts';
import { createMessageId, describeAssertion } from '../make-response.ts';
import { applySamlMappers } from '../mappers/apply-mappers.ts';
import { findSamlMapperType } from '../mappers/table.ts';
import { type Assertion, renderAssertion } from '../messages/assertion.ts';
import { renderResponse } from '../messages/response.ts';
import { nameSubject } from '../name-identifier.ts';
import { readServiceProvider, type ServiceProvider } from '../service-provider.ts';
import { resolveServiceUrl } from '../service-url.ts';
import { SUCCESS } from '../status.ts';
import { NAME_ID_FORMATS } from '../xml-names.ts';
import { type AssertionTrace, createAssertionTrace, type TracedNameId } from './assertion-trace.ts';

export const ASSERTION_PREVIEWS: AssertionPreviews = {
  async preview(context, signIn) {
    const { client } = signIn;
    checkClient(client);
    const { trace, assertion, nameId } = await describe(context, signIn);
    return {
      scope: client.defaultScopes.map(({ name }) => name).join(' '),
      assertion: { xml: indentXml(xmlOf(assertion)), claims: trace.list(assertion, nameId) },
      ignoredMappers: listIgnoredMappers(client, client.defaultScopes, judgeMapper),
    };
  },
  async previewResponse(context, signIn) {
    const { assertion } = await describe(context, signIn);
    const { issuer, issuedAt, recipient: destination } = assertion;
    const head = { id: createMessageId(), issuer, issuedAt, destination, inResponseTo: undefined };
    const text = xmlOf(assertion);
    const response = renderResponse({
      ...head,
      status: SUCCESS,
      extensions: undefined,
      assertion: { wire: text, canonical: text },
    });
    return indentXml(response.head + response.rest.wire);
  },
};

interface DescribedSignIn {
  readonly trace: AssertionTrace;
  readonly assertion: Assertion;
  readonly nameId: TracedNameId;
}

async function describe(context: IssueContext, signIn: AssertedSignIn): Promise<DescribedSignIn> {
  const { realm, clock, issuer } = context;
  const { client, user, session } = signIn;
  const provider = readServiceProvider(client, clock.now());
  const nameMapper = createMapperNames(client, client.defaultScopes);
  const trace = createAssertionTrace(nameMapper, createRoleTrace(realm, user, nameMapper));
  const mapped = applySamlMappers({ realm, client, user, session }, trace.observer);
  const format = provider.nameIdFormat;
  const nothingStored = createPassingUsers(user);
  const nameId = await nameSubject(
    nothingStored.users,
    { realm, provider, user, format, mayCreate: true },
    mapped,
  );
  const destination = destinationOf(provider, issuer.slice(0, issuer.lastIndexOf('/realms/')));
  const assertion = describeAssertion(
    context,
    { provider, destination, inResponseTo: undefined },
    {
      session,
      nameId,
      contextClass: reachedClass({ realm, client }, undefined, PASSWORD_LEVEL),
      attributes: mapped.attributes,
      audiences: mapped.audiences,
    },
  );
  const mapper = mapped.nameIdFor(format)?.mapper;
  const isTransient = format === NAME_ID_FORMATS.transient && mapper === undefined;
  return { trace, assertion, nameId: { mapper, isVolatile: isTransient || nothingStored.hasChanged() } };
}

/** Changes the user without storing it, and knows whether it was changed. */
function createPassingUsers(user: StoredUser): {
  readonly users: Pick<UserStore, 'update'>;
  hasChanged(): boolean;
} {
  let changed = user;
  return {
    users: {
      async update(_realmId, _userId, change) {
        changed = change(user);
        return changed;
      },
    },
    hasChanged: () => changed !== user,
  };
}

/** Clients of other protocols have no consumer service; Keycloak sends their example to the base URL. */
function destinationOf(provider: ServiceProvider, baseUrl: string): string {
  const { client } = provider;
  if (client.protocol === 'saml') return findUnsolicitedService({ baseUrl }, provider).url;
  return resolveServiceUrl(client, client.baseUrl, baseUrl) ?? baseUrl;
}

function xmlOf(assertion: Assertion): string {
  const { head, rest } = renderAssertion(assertion);
  return head + rest.wire;
}

function judgeMapper({ type }: ProtocolMapper): 'unsupported' | undefined {
  return findSamlMapperType(type) === undefined ? 'unsupported' : undefined;
}
