import { data, Form, redirect, useNavigation } from 'react-router'
import { NIGERIAN_STATES } from '#domain/nigerian-states.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
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

interface AssignmentRejection {
  text: string
  states: string[]
}

/** Replaces the manager's states. The form has an idempotency key, so that sending it twice counts as one act. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const states = form.getAll('states').map(String)
  const key = String(form.get('key') ?? '') || undefined
  const done = await context.get(apiContext).command('assign-region', { manager_id: params.id, states }, key)
  if (done.ok) return redirect('/coordinator/managers?done=saved')
  return data({ text: done.refusal.message, states } satisfies AssignmentRejection, 409)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const states = form.getAll('states').map(String)
  return withOfflineFallback(serverAction, () => ({ text: errorTexts.offline, states }) satisfies AssignmentRejection)
}

export default function AssignStates({ loaderData: { manager, others, key }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const rejection: AssignmentRejection | undefined = actionData
  const chosen = rejection?.states ?? manager.states
  return (
    <>
      <PageHeading lead={`${manager.email}. A state may have several managers.`}>{manager.name}</PageHeading>
      {rejection && (
        <Notice tone="error" className="mb-5">
          {rejection.text}
        </Notice>
      )}
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
