// A client scope: settings and mappers.
import { Anchor, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useRealm } from '../../api/api-context.tsx';
import {
  clientScopePath,
  type StoredClientScope,
  useClientScope,
  useSaveClientScope,
} from '../../api/client-scopes.ts';
import { DeleteButton } from '../../components/delete-button.tsx';
import { MapperList } from '../../components/mapper-list.tsx';
import { text } from '../../texts/text.ts';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { clientScopeSections } from './client-scope-fields.ts';

function DeleteScope({ scope }: { readonly scope: StoredClientScope }): ReactNode {
  const [realm] = useRealm();
  const deletion = {
    path: clientScopePath(realm, scope.id),
    what: text('realm:scope.what', { name: scope.name }),
    queryKey: ['client-scopes', realm],
  };
  return <DeleteButton deletion={deletion} leaveTo="/realm/client-scopes" />;
}

function Parts({ scope }: { readonly scope: StoredClientScope }): ReactNode {
  const [realm] = useRealm();
  const save = useSaveClientScope(scope.id);
  const protocol = scope.protocol ?? 'openid-connect';
  return (
    <Stack gap="md">
      <SettingsForm
        label={text('realm:scope.form', { name: scope.name })}
        form={`client scope ${scope.id}`}
        sections={clientScopeSections(protocol)}
        representation={scope}
        onSave={(part) => save.mutateAsync(part)}
      />
      <MapperList
        owner={clientScopePath(realm, scope.id)}
        protocol={protocol}
        evaluated={{ clientScope: scope.name }}
      />
    </Stack>
  );
}

/** The client scope in the URL. */
export function ClientScopeScreen(): ReactNode {
  const { id = '' } = useParams();
  const query = useClientScope(id);
  return (
    <Page
      title={query.data?.name ?? text('realm:scope.title')}
      summary={query.data?.description}
      above={
        <Anchor component={Link} to="/realm/client-scopes" fz="sm">
          <IconArrowLeft size={12} aria-hidden /> {text('realm:scope.back')}
        </Anchor>
      }
      actions={query.data === undefined ? undefined : <DeleteScope scope={query.data} />}
    >
      <QueryView query={query} lines={8}>
        {(scope) => <Parts key={scope.id} scope={scope} />}
      </QueryView>
    </Page>
  );
}
