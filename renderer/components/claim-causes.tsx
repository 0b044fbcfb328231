// What put a claim into a token: built in, the user, or mappers with their client scopes and roles.
import { Anchor, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { ClaimCauseWire, PreviewClaimWire, PreviewRoleWire } from '#protocol/contract/token-preview.ts';
import { RichText } from '../texts/rich-text.ts';
import { text } from '../texts/text.ts';
import { describeOverridden, describeRole, mapperPlace, valueText } from './describe-cause.ts';
import { findMapperType } from './mapper-types.ts';

/** How many roles are shown at first, if there are more. */
const FIRST_ROLES = 4;

function RoleLine({ role }: { readonly role: PreviewRoleWire }): ReactNode {
  const { name, ways } = describeRole(role);
  return (
    <Text fz="xs" style={{ overflowWrap: 'anywhere' }}>
      {name} <Text span fz="xs" c="dimmed">{`– ${ways}`}</Text>
    </Text>
  );
}

function RoleLines({ roles }: { readonly roles: readonly PreviewRoleWire[] }): ReactNode {
  const [showsAll, setShowsAll] = useState(roles.length <= FIRST_ROLES + 1);
  const shown = showsAll ? roles : roles.slice(0, FIRST_ROLES);
  return (
    <>
      {shown.map((role) => (
        <RoleLine key={`${role.clientId ?? ''} ${role.name}`} role={role} />
      ))}
      {showsAll ? undefined : (
        <Anchor component="button" type="button" fz="xs" onClick={() => setShowsAll(true)}>
          {text('mappers:cause.allRoles', { total: roles.length })}
        </Anchor>
      )}
    </>
  );
}

interface CauseProps {
  readonly cause: ClaimCauseWire;
  /** The screen with the client's own mappers. */
  readonly mappersPath: string;
}

function Cause({ cause: { kind, mapper, attribute, values, roles }, mappersPath }: CauseProps): ReactNode {
  if (mapper === undefined)
    return (
      <Text fz="sm" c={kind === 'user' ? 'var(--mantine-color-text)' : 'dimmed'}>
        {kind === 'user'
          ? text('mappers:cause.userAttribute', { attribute: attribute ?? '' })
          : text('mappers:cause.builtIn')}
      </Text>
    );
  const owner = mapper.scope === undefined ? mappersPath : `/realm/client-scopes/${mapper.scope.id}`;
  const path = `${owner}?${new URLSearchParams({ mapper: mapper.id })}`;
  const link = (
    <Anchor component={Link} to={path} fz="sm">
      {mapper.name}
    </Anchor>
  );
  return (
    <div>
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {values === undefined ? (
          link
        ) : (
          <RichText
            of="mappers:cause.adds"
            values={{ values: values.map(valueText).join(', ') }}
            parts={{ mapper: link }}
          />
        )}
      </Text>
      <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {`${findMapperType(mapper.type)?.label ?? mapper.type}, ${mapperPlace(mapper)}`}
      </Text>
      {roles === undefined ? undefined : <RoleLines roles={roles} />}
    </div>
  );
}

/** The causes in order, and what they override. */
export function ClaimCauses({
  claim,
  mappersPath,
}: {
  readonly claim: PreviewClaimWire;
  readonly mappersPath: string;
}): ReactNode {
  const overridden = describeOverridden(claim);
  return (
    <Stack gap={4}>
      {claim.causes.map((cause) => (
        <Cause
          key={`${cause.kind} ${cause.mapper?.id ?? ''} ${cause.mapper?.name ?? ''}`}
          cause={cause}
          mappersPath={mappersPath}
        />
      ))}
      {overridden === undefined ? undefined : (
        <Text fz="xs" c="dimmed">
          {overridden}
        </Text>
      )}
    </Stack>
  );
}
