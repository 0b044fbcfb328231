// The claims of a previewed token or the parts of an assertion, each with its cause.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PreviewClaimWire } from '#protocol/contract/token-preview.ts';
import { text } from '../texts/text.ts';
import { ClaimCauses } from './claim-causes.tsx';
import { pathText, valueText } from './describe-cause.ts';
import { describeClaim } from './describe-claim.ts';
import classes from './preview-tables.module.css';

interface Props {
  readonly label: string;
  /** What a row is: `Claim`. */
  readonly rowName: string;
  readonly claims: readonly PreviewClaimWire[];
  /** The screen with the client's own mappers. */
  readonly mappersPath: string;
}

function ClaimRow({
  claim,
  mappersPath,
}: Pick<Props, 'mappersPath'> & { readonly claim: PreviewClaimWire }): ReactNode {
  const { path, value, isVolatile } = claim;
  const { note } = describeClaim(path[0] ?? '', value);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600} className={classes['wire'] ?? ''}>
        {pathText(path)}
      </Table.Th>
      <Table.Td>
        <span className={classes['wire']}>{valueText(value)}</span>
        {note === undefined && isVolatile !== true ? undefined : (
          <Text c="dimmed" fz="xs">
            {note ?? text('mappers:preview.volatile')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <ClaimCauses claim={claim} mappersPath={mappersPath} />
      </Table.Td>
    </Table.Tr>
  );
}

function isBuiltIn({ causes }: PreviewClaimWire): boolean {
  return causes.every(({ kind }) => kind === 'built-in');
}

/** What the realm's settings decide comes first; the rest is the same for every client. */
function mappedFirst(claims: readonly PreviewClaimWire[]): readonly PreviewClaimWire[] {
  return [...claims.filter((claim) => !isBuiltIn(claim)), ...claims.filter(isBuiltIn)];
}

/** One row per claim; on narrow screens the columns are below each other. */
export function ClaimTable({ label, rowName, claims, mappersPath }: Props): ReactNode {
  return (
    <Table verticalSpacing={6} layout="fixed" aria-label={label} className={classes['table'] ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes['name'] ?? ''}>{rowName}</Table.Th>
          <Table.Th>{text('mappers:preview.value')}</Table.Th>
          <Table.Th className={classes['cause'] ?? ''}>{text('mappers:preview.cause')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mappedFirst(claims).map((claim) => (
          <ClaimRow key={JSON.stringify(claim.path)} claim={claim} mappersPath={mappersPath} />
        ))}
      </Table.Tbody>
    </Table>
  );
}
