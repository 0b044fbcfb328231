// The tab Evaluate of a client: the tokens or the assertion that a user would get, with the cause of each claim.
import { Chip, Grid, Group, Input, Stack, TagsInput, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useClientScopes } from '../../api/client-scopes.ts';
import type { StoredClient } from '../../api/clients.ts';
import { useTokenPreview } from '../../api/token-preview.ts';
import { type PreviewChoice, previewRequest, usePreviewChoice } from '../../components/preview-choice.ts';
import { PreviewProblem } from '../../components/preview-problem.tsx';
import { PreviewUserPicker } from '../../components/preview-user-picker.tsx';
import { compareNames } from '../../texts/locale.ts';
import { text } from '../../texts/text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { PreviewedSignIn } from './previewed-sign-in.tsx';

interface ChoiceProps {
  readonly client: StoredClient;
  readonly choice: PreviewChoice;
  readonly onChange: (change: Partial<PreviewChoice>) => void;
}

/** The client's optional scopes of its own protocol. */
function useOptionalScopes({ optionalClientScopes = [] }: StoredClient): readonly string[] {
  const scopes = useClientScopes().data ?? [];
  const names = new Set(
    scopes.flatMap(({ name, protocol = 'openid-connect' }) => (protocol === 'openid-connect' ? [name] : [])),
  );
  return optionalClientScopes.filter((name) => names.has(name)).sort(compareNames);
}

function ScopeChips({ client, choice, onChange }: ChoiceProps): ReactNode {
  const optional = useOptionalScopes(client);
  // A requested scope that the client does not have stays visible, so that it can be removed.
  const shown = [...new Set(['openid', ...optional, ...choice.scopes])];
  return (
    <Stack gap={4} role="group" aria-labelledby="evaluate-scopes">
      <Input.Label labelElement="div" id="evaluate-scopes">
        {text('clients:evaluate.scopes')}
      </Input.Label>
      <Chip.Group multiple value={[...choice.scopes]} onChange={(scopes) => onChange({ scopes })}>
        <Group gap={6}>
          {shown.map((name) => (
            <Chip key={name} value={name} size="xs" variant="outline">
              {name}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Text c="dimmed" fz="xs">
        {text('clients:evaluate.scopesHelp')}
      </Text>
    </Stack>
  );
}

function Choices(props: ChoiceProps): ReactNode {
  const { client, choice, onChange } = props;
  const isSaml = client.protocol === 'saml';
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, sm: 6 }}>
        <PreviewUserPicker
          value={choice.user}
          hasServiceAccount={client.serviceAccountsEnabled === true}
          onChange={(user) => onChange({ user })}
        />
      </Grid.Col>
      {isSaml ? undefined : (
        <>
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <TagsInput
              label={text('clients:evaluate.audience')}
              description={text('clients:evaluate.audienceHelp')}
              placeholder={choice.audience.length === 0 ? text('clients:evaluate.allAudiences') : ''}
              splitChars={[' ', ',']}
              value={[...choice.audience]}
              onChange={(audience) => onChange({ audience })}
            />
          </Grid.Col>
          <Grid.Col span={12}>
            <ScopeChips {...props} />
          </Grid.Col>
        </>
      )}
    </Grid>
  );
}

function Preview({ client, choice }: Omit<ChoiceProps, 'onChange'>): ReactNode {
  const wanted = previewRequest(client, choice);
  const query = useTokenPreview(wanted);
  if (wanted === undefined)
    return (
      <EmptyState
        title={text('clients:evaluate.noUser')}
        text={text(
          client.protocol === 'saml'
            ? 'clients:evaluate.chooseForAssertion'
            : 'clients:evaluate.chooseForTokens',
        )}
      />
    );
  if (query.error !== null) return <PreviewProblem error={query.error} />;
  return (
    <QueryView query={query} lines={10}>
      {({ before }) => <PreviewedSignIn client={client} signIn={before} />}
    </QueryView>
  );
}

/** User, scopes, audience and the document that is shown are in the address. */
export function ClientEvaluate({ client }: { readonly client: StoredClient }): ReactNode {
  const [choice, change] = usePreviewChoice();
  return (
    <Section
      title={text('clients:evaluate.title')}
      summary={text(
        client.protocol === 'saml' ? 'clients:evaluate.assertionSummary' : 'clients:evaluate.tokenSummary',
      )}
    >
      <Stack gap="md">
        <Choices client={client} choice={choice} onChange={change} />
        <Preview client={client} choice={choice} />
      </Stack>
    </Section>
  );
}
