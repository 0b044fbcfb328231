// The documents of a previewed sign-in: claims with their causes, or JSON and XML to copy.
import { Group, SegmentedControl, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  PreviewClaimWire,
  PreviewDifferenceWire,
  PreviewedSignInWire,
} from '#protocol/contract/token-preview.ts';
import type { StoredClient } from '../../api/clients.ts';
import { ClaimTable } from '../../components/claim-table.tsx';
import { findMapperType } from '../../components/mapper-types.ts';
import { DOCUMENT_TITLES } from '../../components/preview-differences.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { useAddress } from '../../ui/use-address.ts';

interface ShownDocument {
  readonly name: PreviewDifferenceWire['document'];
  readonly claims: readonly PreviewClaimWire[];
  readonly raw: string;
  readonly format: 'JSON' | 'XML';
}

const TOKENS = ['accessToken', 'idToken', 'userInfo'] as const;

function documentsOf(signIn: PreviewedSignInWire): readonly ShownDocument[] {
  const tokens = TOKENS.flatMap((name): ShownDocument[] => {
    const token = signIn[name];
    if (token === undefined) return [];
    return [{ name, claims: token.claims, raw: JSON.stringify(token.content, undefined, 2), format: 'JSON' }];
  });
  if (signIn.assertion === undefined) return tokens;
  const { claims, xml } = signIn.assertion;
  return [...tokens, { name: 'assertion', claims, raw: xml, format: 'XML' }];
}

/** The first document, with causes. */
const USUAL = { show: '', as: '' } as const;

interface Props {
  readonly client: StoredClient;
  readonly signIn: PreviewedSignInWire;
}

function IgnoredMappers({ signIn: { ignoredMappers } }: Pick<Props, 'signIn'>): ReactNode {
  if (ignoredMappers.length === 0) return undefined;
  const names = ignoredMappers.map(({ mapper: { name, type }, reason }) =>
    reason === 'unsupported'
      ? `${name} (${findMapperType(type)?.label ?? type} is not supported)`
      : `${name} (only the server sets its claim)`,
  );
  return (
    <Text c="dimmed" fz="sm" style={{ overflowWrap: 'anywhere' }}>
      {`Mappers without effect: ${names.join(', ')}.`}
    </Text>
  );
}

/** Which document is shown, and how, is in the address (`show`, `as`). */
export function PreviewedSignIn({ client, signIn }: Props): ReactNode {
  const documents = documentsOf(signIn);
  const [{ show, as }, write] = useAddress(USUAL);
  const [first] = documents;
  const shown = documents.find(({ name }) => name === show) ?? first;
  if (shown === undefined) return undefined;
  return (
    <Stack gap="sm">
      <Tabs
        value={shown.name}
        onChange={(name) => write({ show: name === null || name === first?.name ? '' : name })}
        keepMounted={false}
      >
        <Tabs.List aria-label="Documents">
          {documents.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {DOCUMENT_TITLES[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {documents.map(({ name, claims, raw, format }) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <Stack gap="sm">
              <Group>
                <SegmentedControl
                  size="xs"
                  aria-label={`Form of the ${DOCUMENT_TITLES[name]}`}
                  data={[
                    { value: '', label: 'With causes' },
                    { value: 'raw', label: format },
                  ]}
                  value={as === 'raw' ? as : ''}
                  onChange={(form) => write({ as: form })}
                />
              </Group>
              {as === 'raw' ? (
                <CodeBlock label={`${DOCUMENT_TITLES[name]} ${format}`} text={raw} maxHeight={640} />
              ) : (
                <ClaimTable
                  label={`${DOCUMENT_TITLES[name]} with causes`}
                  rowName={name === 'assertion' ? 'Part' : 'Claim'}
                  claims={claims}
                  mappersPath={`/clients/${client.id}/mappers`}
                />
              )}
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
      <IgnoredMappers signIn={signIn} />
    </Stack>
  );
}
