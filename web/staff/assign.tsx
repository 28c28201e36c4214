import { data, Form, redirect, useNavigation } from 'react-router'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm, rejectCommand } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/assign.ts'
import { listManagers } from './manager-queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { managers } = await listManagers(context.get(apiContext))
  const manager = managers.find(({ id }) => id === params.id)
  if (!manager) throw data('Manager not found', { status: 404 })
  const others: Record<string, string> = {}
  for (const other of managers) {
    if (other.id !== manager.id) for (const state of other.states) others[state] = other.name
  }
  return { manager, others, key: crypto.randomUUID() }
}

/** Replaces the manager's states. The form has an idempotency key, so that sending it twice counts as one act. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const assignment = { manager_id: params.id, states: form.data.getAll('states').map(String) }
  const done = await context.get(apiContext).command('assign-region', assignment, form.key)
  return done.ok ? redirect('/coordinator/managers?done=saved') : rejectCommand(form, done)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function AssignStates({ loaderData: { manager, others, key }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const chosen = actionData ? (actionData.values.states ?? '').split('|') : manager.states
  return (
    <>
      <PageHeading lead={`${manager.email}. A state may have several managers.`}>{manager.name}</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="key" value={key} />
        <fieldset>
          <legend className="field-label mb-2">States this manager looks after</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-x-4">
            {NIGERIAN_STATES.map((state) => (
              <label key={state} className="flex min-h-11 items-start gap-3 py-2.5">
                <input
                  type="checkbox"
                  name="states"
                  value={state}
                  defaultChecked={chosen.includes(state)}
                  className="mt-0.5 size-5 shrink-0"
                />
                <span>
                  {state}
                  {others[state] && <span className="block text-14 text-soft">{others[state]}</span>}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="flex flex-wrap gap-3">
          <Button busy={busy} busyLabel="Saving">
            Assign states
          </Button>
          <LinkButton to="/coordinator/managers" tone="plain">
            Back
          </LinkButton>
        </div>
      </Form>
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `States of ${loaderData.manager.name}` : 'Manager', 'The states a manager looks after.')
