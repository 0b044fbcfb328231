// The settings of a protocol mapper.
import { Alert, Button, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { type StoredMapper, useSaveMapper } from '../api/mappers.ts';
import { perLanguage, text } from '../texts/text.ts';
import { Panel } from '../ui/dialog.tsx';
import { type Field, writeFields } from '../ui/field.ts';
import { type FieldSection, SettingsForm } from '../ui/settings-form.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { type EvaluatedOwner, MapperPreview } from './mapper-preview.tsx';
import { findMapperType, type MapperTypeInfo, rawFields } from './mapper-types.ts';

interface Props {
  /** Path of the mapper's client or client scope. */
  readonly owner: string;
  readonly mapper: StoredMapper;
  /** Undefined: there is no preview of unsaved changes. */
  readonly evaluated: EvaluatedOwner | undefined;
  readonly onClose: () => void;
}

const nameField: () => Field = perLanguage(() => ({
  kind: 'text',
  member: 'name',
  label: text('mappers:field.name'),
  wide: true,
  check: (value) => (value === '' ? text('mappers:field.noName') : undefined),
}));

function sectionsOf(mapper: StoredMapper, info: MapperTypeInfo | undefined): readonly FieldSection[] {
  const fields = info === undefined ? rawFields(mapper.config ?? {}) : info.fields;
  const targets = info?.targets ?? [];
  return [
    { title: info?.label ?? mapper.protocolMapper, fields: [nameField(), ...fields] },
    ...(targets.length === 0 ? [] : [{ title: text('mappers:form.targets'), fields: targets }]),
  ];
}

interface UnsavedProps {
  readonly evaluated: EvaluatedOwner;
  readonly mapper: StoredMapper;
  /** Name of the draft. */
  readonly form: string;
  readonly sections: readonly FieldSection[];
}

/** A button while there are unsaved changes; then the preview, which follows the typing. */
function UnsavedPreview({ evaluated, mapper, form, sections }: UnsavedProps): ReactNode {
  const [open, setOpen] = useState(false);
  const fields = sections.flatMap((section) => section.fields);
  const { changes } = useDraft(form, fields, mapper);
  // As text, because a new object each time would never come to rest.
  const [unsaved] = useDebouncedValue(
    JSON.stringify({ ...mapper, ...writeFields(fields, mapper, changes) }),
    300,
  );
  if (Object.keys(changes).length === 0) return undefined;
  if (open) return <MapperPreview evaluated={evaluated} mapper={JSON.parse(unsaved) as StoredMapper} />;
  return (
    <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
      {text('mappers:preview.action')}
    </Button>
  );
}

/** A panel on the right. Unsaved changes are kept when it is closed. */
export function MapperDrawer({ owner, mapper, evaluated, onClose }: Props): ReactNode {
  const save = useSaveMapper(owner);
  const info = findMapperType(mapper.protocolMapper);
  const form = `mapper ${owner} ${mapper.id}`;
  const sections = sectionsOf(mapper, info);
  return (
    <Panel onClose={onClose} title={text('mappers:form.label', { name: mapper.name })}>
      <Stack gap="md">
        {info === undefined ? (
          <Alert variant="default" title={text('mappers:form.unknownTitle')}>
            {text('mappers:form.unknownText')}
          </Alert>
        ) : undefined}
        <SettingsForm
          label={text('mappers:form.label', { name: mapper.name })}
          form={form}
          sections={sections}
          representation={mapper}
          onSave={(part) => save.mutateAsync({ ...mapper, ...part })}
        />
        {evaluated === undefined ? undefined : (
          <UnsavedPreview evaluated={evaluated} mapper={mapper} form={form} sections={sections} />
        )}
      </Stack>
    </Panel>
  );
}
