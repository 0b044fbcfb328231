// The settings of a mapper of an identity provider.
import { Alert, Stack } from '@mantine/core';
import { type ReactNode, useCallback } from 'react';
import { type ProviderMapper, type ProviderMapperType, useSaveProviderMapper } from '../../api/providers.ts';
import { rawFields } from '../../components/mapper-types.ts';
import { text } from '../../texts/text.ts';
import { Panel } from '../../ui/dialog.tsx';
import { FieldInput, type FieldInputProps } from '../../ui/field-input.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { kindOf, mapperFields, mapperTypeText } from './mapper-fields.ts';
import { PairsInput } from './pairs-input.tsx';
import { GroupInput, RoleInput } from './role-input.tsx';

interface Props {
  readonly mapper: ProviderMapper;
  /** Undefined: the server does not know it. */
  readonly type: ProviderMapperType | undefined;
  readonly onClose: () => void;
}

function drawInput(kind: string | undefined, props: FieldInputProps): ReactNode {
  if (kind === 'Map') return <PairsInput {...props} />;
  if (kind === 'Role') return <RoleInput {...props} />;
  return kind === 'Group' ? <GroupInput {...props} /> : <FieldInput {...props} />;
}

/** A panel on the right. Unsaved changes are kept when it is closed. */
export function ProviderMapperPanel({ mapper, type, onClose }: Props): ReactNode {
  const { identityProviderAlias, id, name, identityProviderMapper, config = {} } = mapper;
  const save = useSaveProviderMapper(identityProviderAlias);
  const input = useCallback(
    (props: FieldInputProps): ReactNode => drawInput(kindOf(type, props.field.member), props),
    [type],
  );
  const { syncMode: _mode, ...others } = config;
  const fields = [...mapperFields(type), ...(type === undefined ? rawFields(others) : [])];
  return (
    <Panel onClose={onClose} title={text('mappers:form.label', { name })}>
      <Stack gap="md">
        {type === undefined ? (
          <Alert variant="default" title={text('mappers:form.unknownTitle')}>
            {text('mappers:form.unknownText')}
          </Alert>
        ) : undefined}
        <SettingsForm
          label={text('mappers:form.label', { name })}
          form={`provider mapper ${id}`}
          sections={[
            { title: type === undefined ? identityProviderMapper : mapperTypeText(type).label, fields },
          ]}
          representation={{ ...mapper }}
          onSave={(part) => save.mutateAsync({ ...mapper, ...part })}
          input={input}
        />
      </Stack>
    </Panel>
  );
}
