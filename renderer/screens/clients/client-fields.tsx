// The groups of fields of a client's form.
import { Select, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { MemberLabel } from '../../ui/member-label.tsx';
import { Section } from '../../ui/section.tsx';
import type { ClientFormValues } from './client-form-values.ts';

/** What a group of fields works on. */
export interface FieldsProps {
  readonly values: ClientFormValues;
  readonly problems: Partial<Record<keyof ClientFormValues, string>>;
  readonly onChange: (part: Partial<ClientFormValues>) => void;
}

type Names<Value> = {
  [Name in keyof ClientFormValues]: ClientFormValues[Name] extends Value ? Name : never;
}[keyof ClientFormValues];

function TextField({
  name,
  text,
  values,
  problems,
  onChange,
}: FieldsProps & { name: Names<string>; text: string }): ReactNode {
  return (
    <TextInput
      label={<MemberLabel text={text} member={name} />}
      error={problems[name]}
      value={values[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}

function SwitchField({
  name,
  text,
  values,
  onChange,
}: FieldsProps & { name: Names<boolean>; text: string }): ReactNode {
  return (
    <Switch
      label={<MemberLabel text={text} member={name} />}
      checked={values[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
    />
  );
}

interface ListFieldProps extends FieldsProps {
  readonly name: Names<readonly string[]>;
  readonly text: string;
  readonly member?: string;
  readonly description: string;
}

function ListField({
  name,
  text,
  member = name,
  description,
  values,
  problems,
  onChange,
}: ListFieldProps): ReactNode {
  return (
    <TagsInput
      label={<MemberLabel text={text} member={member} />}
      description={description}
      error={problems[name]}
      acceptValueOnBlur
      value={[...values[name]]}
      onChange={(list) => onChange({ [name]: list })}
    />
  );
}

/** Name and description. */
export function GeneralFields(props: FieldsProps): ReactNode {
  return (
    <Section title="General">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField {...props} name="clientId" text="Client ID" />
          <TextField {...props} name="name" text="Name" />
        </SimpleGrid>
        <TextField {...props} name="description" text="Description" />
        <SwitchField {...props} name="enabled" text="Enabled" />
      </Stack>
    </Section>
  );
}

const authenticators = [
  { value: 'client-secret', label: 'Client ID and secret' },
  { value: 'client-jwt', label: 'Signed JWT (private_key_jwt)' },
  { value: 'client-secret-jwt', label: 'JWT signed with the secret (client_secret_jwt)' },
];

/** What the client may do, and how it proves who it is. */
export function FlowFields(props: FieldsProps): ReactNode {
  const { values, onChange } = props;
  return (
    <Section title="Capabilities">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Stack gap="sm">
          <SwitchField {...props} name="standardFlowEnabled" text="Authorization code" />
          <SwitchField {...props} name="directAccessGrantsEnabled" text="Password grant" />
          {values.publicClient ? undefined : (
            <SwitchField {...props} name="serviceAccountsEnabled" text="Client credentials" />
          )}
          <SwitchField {...props} name="implicitFlowEnabled" text="Implicit" />
          <SwitchField {...props} name="fullScopeAllowed" text="All of the user's roles" />
        </Stack>
        <Stack gap="sm">
          <SwitchField {...props} name="publicClient" text="Public, without a secret" />
          {values.publicClient ? undefined : (
            <Select
              label={<MemberLabel text="Authentication" member="clientAuthenticatorType" />}
              allowDeselect={false}
              data={authenticators}
              value={values.clientAuthenticatorType}
              onChange={(type) => onChange({ clientAuthenticatorType: type ?? 'client-secret' })}
            />
          )}
          <Select
            label={<MemberLabel text="PKCE" member="pkce.code.challenge.method" />}
            allowDeselect={false}
            data={[
              { value: '', label: 'The application chooses' },
              { value: 'S256', label: 'Required, S256' },
              { value: 'plain', label: 'Required, plain' },
            ]}
            value={values.pkceMethod}
            onChange={(method) => onChange({ pkceMethod: method ?? '' })}
          />
        </Stack>
      </SimpleGrid>
    </Section>
  );
}

/** Where the client lives and where people may be sent back to. */
export function AccessFields(props: FieldsProps): ReactNode {
  return (
    <Section title="Addresses">
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField {...props} name="rootUrl" text="Root URL" />
          <TextField {...props} name="baseUrl" text="Home URL" />
        </SimpleGrid>
        <ListField
          {...props}
          name="redirectUris"
          text="Redirect URIs"
          description="Where a sign-in may end. A * at the end stands for anything."
        />
        <ListField
          {...props}
          name="postLogoutRedirectUris"
          text="Redirect URIs after logout"
          member="post.logout.redirect.uris"
          description="Where a sign-out may end. + takes the redirect URIs."
        />
        <ListField
          {...props}
          name="webOrigins"
          text="Web origins"
          description="Origins whose scripts may call the server. + takes those of the redirect URIs."
        />
      </Stack>
    </Section>
  );
}
