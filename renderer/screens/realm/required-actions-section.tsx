// The realm's required actions: enabled, and default for new users. Changes take effect immediately.
import { Switch, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRealmSettings, useSaveRealm } from '../../api/realm.ts';
import { REQUIRED_ACTIONS } from '../../components/required-actions.ts';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { type ActionState, changeAction, stateOf } from './change-required-action.ts';

/** Actions of a single user are set on the user's screen. */
export function RequiredActionsSection(): ReactNode {
  const settings = useRealmSettings();
  const save = useSaveRealm();
  const actions = settings.data?.requiredActions;
  const change = (alias: string, name: string, part: Partial<ActionState>): Promise<void> =>
    announceOutcome(save.mutateAsync({ requiredActions: changeAction(actions, alias, part) }), {
      done: () => text('realm:actions.saved', { action: name }),
      failed: text('realm:actions.failed'),
    });
  return (
    <Section title={text('realm:actions.title')} summary={text('realm:actions.summary')}>
      <QueryView query={settings}>
        {() => (
          <Table.ScrollContainer type="native" minWidth={320}>
            <Table verticalSpacing={6} aria-label={text('realm:actions.list')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{text('realm:actions.action')}</Table.Th>
                  <Table.Th>{text('realm:actions.enabled')}</Table.Th>
                  <Table.Th>{text('realm:actions.default')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {REQUIRED_ACTIONS.map(({ value, label }) => {
                  const state = stateOf(actions, value);
                  return (
                    <Table.Tr key={value}>
                      <Table.Td>{label}</Table.Td>
                      <Table.Td>
                        <Switch
                          aria-label={text('realm:actions.enabledLabel', { action: label })}
                          disabled={save.isPending}
                          checked={state.enabled}
                          onChange={(event) => change(value, label, { enabled: event.currentTarget.checked })}
                        />
                      </Table.Td>
                      <Table.Td>
                        <Switch
                          aria-label={text('realm:actions.defaultLabel', { action: label })}
                          disabled={save.isPending || !state.enabled}
                          checked={state.defaultAction && state.enabled}
                          onChange={(event) =>
                            change(value, label, { defaultAction: event.currentTarget.checked })
                          }
                        />
                      </Table.Td>
                    </Table.Tr>
                  );
                })}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </QueryView>
    </Section>
  );
}
