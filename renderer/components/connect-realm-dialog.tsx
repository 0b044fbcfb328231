// Makes another realm of the server an identity provider of the selected one.
import { Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ProviderRealmWire } from '#protocol/contract/identity-providers.ts';
import { useRealm } from '../api/api-context.tsx';
import { useServer } from '../api/emulator.ts';
import { useConnectRealm } from '../api/providers.ts';
import { text } from '../texts/text.ts';
import { announceDone } from '../ui/announce.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/dialog-form.tsx';
import { MemberLabel } from '../ui/member-label.tsx';

/** One click is enough if the server has only one other realm. The new provider opens. */
export function ConnectRealmDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [realm] = useRealm();
  const others = (useServer().data?.realms ?? [])
    .map((row) => row.realm)
    .filter((other) => other !== realm)
    // The administrators' realm last, which is rarely meant.
    .sort((left, right) => Number(left === 'master') - Number(right === 'master'));
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const [alias, setAlias] = useState<string | undefined>(undefined);
  const connect = useConnectRealm();
  const navigate = useNavigate();
  const other = chosen ?? others[0];
  const named = (alias ?? other ?? '').trim();
  const submit = (): (() => Promise<ProviderRealmWire>) | undefined =>
    other === undefined || named === ''
      ? undefined
      : () => connect.mutateAsync({ realm: other, alias: named });
  const done = ({ realm: from, clientId }: ProviderRealmWire): string =>
    text('providers:connect.done', { from, client: clientId });
  return (
    <Dialog onClose={onClose} title={text('providers:connect.title')}>
      <DialogForm
        action={text('providers:connect.action')}
        blocked={other === undefined}
        onSubmit={submit}
        outcome={{
          done,
          failed: text('providers:connect.failed'),
          onDone: (made) => {
            announceDone(done(made));
            onClose();
            void navigate(`/providers/${encodeURIComponent(made.alias)}`);
          },
        }}
        onClose={onClose}
      >
        <Text fz="sm" c="dimmed">
          {other === undefined ? text('providers:connect.none') : text('providers:connect.text', { realm })}
        </Text>
        {other === undefined ? undefined : (
          <>
            <Select
              data-autofocus
              label={text('providers:connect.realm')}
              allowDeselect={false}
              searchable={others.length > 8}
              data={others}
              value={other}
              onChange={(next) => setChosen(next ?? other)}
            />
            <TextInput
              label={<MemberLabel text={text('providerForms:alias')} member="alias" />}
              description={text('providerForms:aliasHelp')}
              error={named === '' ? text('providers:alias.missing') : undefined}
              value={alias ?? other}
              onChange={(event) => setAlias(event.currentTarget.value)}
            />
          </>
        )}
      </DialogForm>
    </Dialog>
  );
}
