// Lists the parts of an assertion with their causes: mappers, roles, or built in.
import { toIsoText } from '#protocol/clock.ts';
import type { ClaimCauseWire, PreviewClaimWire } from '#protocol/contract/token-preview.ts';
import type { ProtocolMapper } from '#protocol/realm/view/realm.ts';
import type { NameMapper } from '#protocol/token/preview/mapper-owners.ts';
import { attributeRoles, type RoleTrace } from '#protocol/token/preview/role-trace.ts';
import type { MappedPart, SamlMapperObserver } from '../mappers/apply-mappers.ts';
import type { SamlMapperContext } from '../mappers/mapper.ts';
import type { Assertion } from '../messages/assertion.ts';

export interface AssertionTrace {
  readonly observer: SamlMapperObserver;
  list(assertion: Assertion, nameId: TracedNameId): PreviewClaimWire[];
}

export interface TracedNameId {
  /** The mapper that gave the value; undefined: the client's format did. */
  readonly mapper: ProtocolMapper | undefined;
  /** Whether the next sign-in has another value. */
  readonly isVolatile: boolean;
}

/** The contribution of a mapper to one attribute or to the audiences. */
interface Contribution {
  readonly mapper: ProtocolMapper;
  readonly values: readonly string[];
  readonly roles: ClaimCauseWire['roles'];
}

const BUILT_IN: readonly ClaimCauseWire[] = [{ kind: 'built-in' }];

function builtIn(path: readonly string[], value: unknown): PreviewClaimWire {
  return { path, value, causes: BUILT_IN };
}

function volatile(path: readonly string[], value: unknown): PreviewClaimWire {
  return { ...builtIn(path, value), isVolatile: true };
}

/** One value as it is, several as a list. */
function compact(values: readonly string[]): unknown {
  return values.length === 1 ? values[0] : values;
}

function keyOf(name: string, value: string): string {
  return JSON.stringify([name, value]);
}

/** The audiences are traced under a name that no attribute has. */
const AUDIENCES = '';

/** What a mapper writes, by name of the attribute; several attributes of one name together. */
function listWritten(
  { type, mapper }: Pick<MappedPart, 'type' | 'mapper'>,
  context: SamlMapperContext,
): ReadonlyMap<string, readonly string[]> {
  const written = new Map<string, readonly string[]>();
  const audiences = type.listAudiences?.(mapper.config, context) ?? [];
  if (audiences.length > 0) written.set(AUDIENCES, audiences);
  for (const { name, values } of type.listAttributes?.(mapper.config, context) ?? [])
    written.set(name, [...(written.get(name) ?? []), ...values]);
  return written;
}

export function createAssertionTrace(nameMapper: NameMapper, roleTrace: RoleTrace): AssertionTrace {
  const contributions = new Map<string, Contribution[]>();

  const add = (part: MappedPart, context: SamlMapperContext): void => {
    const byRole = attributeRoles(context.roles, (roles) =>
      [...listWritten(part, { ...context, roles })].flatMap(([name, values]) =>
        values.map((value) => keyOf(name, value)),
      ),
    );
    for (const [name, values] of listWritten(part, context)) {
      const roles = [...new Set(values.flatMap((value) => byRole.get(keyOf(name, value)) ?? []))];
      const described = roles.map((role) => roleTrace.describe(role));
      const known = contributions.get(name) ?? [];
      contributions.set(name, [...known, { mapper: part.mapper, values, roles: described }]);
    }
  };

  const causesOf = (name: string, isShared: boolean): ClaimCauseWire[] =>
    (contributions.get(name) ?? []).map(({ mapper, values, roles = [] }) => ({
      kind: 'mapper',
      mapper: nameMapper(mapper),
      ...(isShared ? { values } : {}),
      ...(roles.length === 0 ? {} : { roles }),
    }));

  const listAudiences = ({ audiences }: Assertion): PreviewClaimWire => {
    const isShared = audiences.length > 1;
    const [own] = audiences;
    const first: ClaimCauseWire = isShared ? { kind: 'built-in', values: [own] } : { kind: 'built-in' };
    return {
      path: ['Conditions', 'Audience'],
      value: compact(audiences),
      causes: [first, ...causesOf(AUDIENCES, isShared)],
    };
  };

  return {
    observer: {
      rolesMapped: roleTrace.rolesMapped,
      mapped(parts, context) {
        for (const part of parts) add(part, context);
      },
    },
    list: (assertion, nameId) => [
      volatile(['ID'], assertion.id),
      volatile(['IssueInstant'], toIsoText(assertion.issuedAt)),
      builtIn(['Issuer'], assertion.issuer),
      ...listNameId(assertion, nameId, nameMapper),
      ...listConditions(assertion),
      listAudiences(assertion),
      ...listStatement(assertion),
      ...[...contributions].flatMap(([name, given]): PreviewClaimWire[] => {
        if (name === AUDIENCES) return [];
        const values = given.flatMap((each) => each.values);
        return [
          { path: ['Attribute', name], value: compact(values), causes: causesOf(name, given.length > 1) },
        ];
      }),
    ],
  };
}

function listNameId(
  { nameId }: Assertion,
  { mapper, isVolatile }: TracedNameId,
  nameMapper: NameMapper,
): PreviewClaimWire[] {
  return [
    {
      path: ['Subject', 'NameID'],
      value: nameId.value,
      causes: mapper === undefined ? BUILT_IN : [{ kind: 'mapper', mapper: nameMapper(mapper) }],
      ...(isVolatile ? { isVolatile } : {}),
    },
    builtIn(['Subject', 'NameID', 'Format'], nameId.format),
  ];
}

function listConditions(assertion: Assertion): PreviewClaimWire[] {
  const { recipient, confirmableUntil, notBefore, notOnOrAfter, oneTimeUse } = assertion;
  return [
    builtIn(['Subject', 'Recipient'], recipient),
    volatile(['Subject', 'NotOnOrAfter'], toIsoText(confirmableUntil)),
    volatile(['Conditions', 'NotBefore'], toIsoText(notBefore)),
    volatile(['Conditions', 'NotOnOrAfter'], toIsoText(notOnOrAfter)),
    ...(oneTimeUse ? [builtIn(['Conditions', 'OneTimeUse'], true)] : []),
  ];
}

function listStatement({ authnStatement }: Assertion): PreviewClaimWire[] {
  if (authnStatement === undefined) return [];
  const { authenticatedAt, sessionIndex, sessionEndsAt, contextClass } = authnStatement;
  return [
    volatile(['AuthnStatement', 'AuthnInstant'], toIsoText(authenticatedAt)),
    volatile(['AuthnStatement', 'SessionIndex'], sessionIndex),
    volatile(['AuthnStatement', 'SessionNotOnOrAfter'], toIsoText(sessionEndsAt)),
    builtIn(['AuthnStatement', 'AuthnContextClassRef'], contextClass),
  ];
}
