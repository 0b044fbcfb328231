// The realm's authentication flows: which are used, what they contain, and what each step did last.
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FlowRunWire } from '#protocol/contract/flow-runs.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { type Flow, useCopyFlow, useFlowExecutions, useFlowRun, useFlows } from '../../api/flows.ts';
import { useRealmSettings, useSaveRealm } from '../../api/realm.ts';
import { ExchangeLink } from '../../components/flow-link.tsx';
import { text } from '../../texts/text.ts';
import { announceOutcome } from '../../ui/announce.tsx';
import { formatInstant } from '../../ui/instant.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Section } from '../../ui/section.tsx';
import { FlowDiagram } from './flow-diagram.tsx';
import { joinSteps } from './flow-steps.ts';

/** What flows are run for. */
const BINDINGS = [
  {
    member: 'browserFlow',
    usual: 'browser',
    label: 'flows:binding.browser',
    help: 'flows:binding.browserHelp',
    done: 'flows:binding.browserDone',
  },
  {
    member: 'directGrantFlow',
    usual: 'direct grant',
    label: 'flows:binding.directGrant',
    help: 'flows:binding.directGrantHelp',
    done: 'flows:binding.directGrantDone',
  },
] as const;

/** The Flows tab. */
export function FlowsTab(): ReactNode {
  const flows = useFlows();
  const settings = useRealmSettings();
  const [chosen, setChosen] = useState<string>();
  return (
    <QueryView query={flows} lines={8}>
      {(list) => (
        <QueryView query={settings} lines={8}>
          {(realm) => {
            const alias = chosen ?? realm.browserFlow ?? BINDINGS[0].usual;
            const flow = list.find((each) => each.alias === alias) ?? list[0];
            return (
              <Stack gap="md">
                <Bindings realm={realm} flows={list} />
                {flow === undefined ? undefined : (
                  <FlowSection key={flow.alias} flow={flow} flows={list} onChoose={setChosen} />
                )}
              </Stack>
            );
          }}
        </QueryView>
      )}
    </QueryView>
  );
}

function Bindings({
  realm,
  flows,
}: {
  readonly realm: RealmRepresentation;
  readonly flows: readonly Flow[];
}): ReactNode {
  const save = useSaveRealm();
  const names = flows.filter(({ topLevel }) => topLevel).map(({ alias }) => alias);
  return (
    <Section title={text('flows:binding.title')} summary={text('flows:binding.summary')}>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        {BINDINGS.map(({ member, usual, label, help, done }) => {
          const value = realm[member] ?? usual;
          return (
            <Select
              key={member}
              miw="min(220px, 100%)"
              label={text(label)}
              description={text(help)}
              allowDeselect={false}
              disabled={save.isPending}
              data={names.includes(value) ? names : [value, ...names]}
              value={value}
              onChange={(alias) =>
                alias !== null &&
                void announceOutcome(save.mutateAsync({ [member]: alias }), {
                  done: () => text(done, { flow: alias }),
                  failed: text('flows:binding.failed'),
                })
              }
            />
          );
        })}
      </Group>
    </Section>
  );
}

function FlowSection({
  flow,
  flows,
  onChoose,
}: {
  readonly flow: Flow;
  readonly flows: readonly Flow[];
  readonly onChoose: (alias: string) => void;
}): ReactNode {
  const { alias, builtIn } = flow;
  const executions = useFlowExecutions(alias);
  const run = useFlowRun(alias).data?.run;
  return (
    <Section
      title={text('flows:steps.title')}
      summary={text(builtIn ? 'flows:steps.builtIn' : 'flows:steps.own')}
    >
      <Stack gap="md">
        <Group align="flex-end" gap="sm">
          <Select
            label={text('flows:steps.flow')}
            allowDeselect={false}
            searchable
            data={flows.filter(({ topLevel }) => topLevel).map((each) => each.alias)}
            value={alias}
            onChange={(value) => value !== null && onChoose(value)}
          />
          <CopyButton alias={alias} flows={flows} onCopied={onChoose} />
        </Group>
        <LastRun run={run} />
        <QueryView query={executions} lines={8}>
          {(steps) => (
            <FlowDiagram
              alias={alias}
              rows={joinSteps(alias, steps, run)}
              isReadOnly={builtIn}
              hasRun={run !== undefined}
            />
          )}
        </QueryView>
      </Stack>
    </Section>
  );
}

function LastRun({ run }: { readonly run: FlowRunWire | undefined }): ReactNode {
  if (run === undefined)
    return (
      <Text fz="sm" c="dimmed">
        {text('flows:lastRun.none')}
      </Text>
    );
  const client = run.clientId;
  const instant = formatInstant(run.at);
  return (
    <Group gap="xs">
      <Text fz="sm">
        {run.username === undefined
          ? text('flows:lastRun.nobody', { client, instant })
          : text('flows:lastRun.user', { user: run.username, client, instant })}
      </Text>
      <ExchangeLink id={run.exchange} what={text('flows:lastRun.what', { flow: run.flow })} />
    </Group>
  );
}

/** `Copy of browser`, and a number if that exists. */
function copyName(alias: string, flows: readonly Flow[]): string {
  const names = new Set(flows.map((flow) => flow.alias));
  const name = text('flows:copy.name', { flow: alias });
  for (let count = 2; ; count += 1) {
    const candidate = count === 2 ? name : `${name} ${count - 1}`;
    if (!names.has(candidate)) return candidate;
  }
}

function CopyButton({
  alias,
  flows,
  onCopied,
}: {
  readonly alias: string;
  readonly flows: readonly Flow[];
  readonly onCopied: (alias: string) => void;
}): ReactNode {
  const copy = useCopyFlow(alias);
  const newName = copyName(alias, flows);
  return (
    <Button
      variant="default"
      loading={copy.isPending}
      onClick={() =>
        void announceOutcome(
          copy.mutateAsync({ newName }).then(() => onCopied(newName)),
          { done: () => text('flows:copy.done', { flow: newName }), failed: text('flows:copy.failed') },
        )
      }
    >
      {text('flows:copy.action')}
    </Button>
  );
}
