import { data, Form, redirect } from 'react-router'
import { apiContext } from '#web/context.ts'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { commandResult, keepInputOffline, readForm, type SubmittedForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { lagosFieldValue } from '#web/ui/fields/lagos-field.ts'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import type { Route } from './+types/incident.ts'
import { NoticeClock } from './notice-clock.tsx'
import { type DataIncident, readIncident } from './queries.ts'

const NOT_FOUND = 'Incident not found'
const LIST = '/chief/data-protection/incidents'

export async function loader({ params, context }: Route.LoaderArgs) {
  const now = new Date().toISOString()
  const key = crypto.randomUUID()
  if (params.id === undefined) return { incident: null, now, key }
  const incident = isId(params.id) ? await readIncident(context.get(apiContext), params.id) : null
  if (!incident) throw data(NOT_FOUND, { status: 404 })
  return { incident, now, key }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const close = form.field('press') === 'close'
  const input = { ...readFields(form), incident_id: params.id ?? null, close }
  const saved = await api.command('save-data-incident', input, form.key && `${form.key}-${close}`)
  if (saved.ok && !params.id) return redirect(`${LIST}/${saved.value.incident_id}`)
  return commandResult(form, saved, close ? 'The incident is closed.' : 'Saved.')
}

const readFields = ({ field }: SubmittedForm) => ({
  title: field('title'),
  discovered_at: field('discovered_at'),
  what_happened: field('what_happened'),
  data_affected: field('data_affected'),
  people_affected: Number(field('people_affected') || Number.NaN),
  is_high_risk: field('is_high_risk') === 'on',
  measures: field('measures'),
  commission_notified_at: field('commission_notified_at') || null,
  people_notified_at: field('people_notified_at') || null,
})

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Opens an incident, or keeps it up to date until it is closed. */
export default function DataIncidentRecord({ loaderData, actionData }: Route.ComponentProps) {
  const { incident, now, key } = loaderData
  return (
    <RecordScreen
      list={{ label: 'Incidents', to: LIST }}
      title={incident ? `Incident ${incident.incident_no}: ${incident.title}` : 'Open an incident'}
      lead="The commission is told within 72 hours of the discovery, people at once if the risk is high."
      status={incident && <NoticeClock incident={incident} now={now} />}
      notices={<OutcomeNotice outcome={actionData} />}
    >
      <RecordSection id="incident" title={incident?.closed_at ? 'Closed' : 'What is known'}>
        <IncidentForm incident={incident} result={actionData} sendKey={key} now={now} />
      </RecordSection>
    </RecordScreen>
  )
}

interface IncidentFormProps {
  incident: DataIncident | null
  result: Route.ComponentProps['actionData']
  sendKey: string
  now: string
}

function IncidentForm({ incident, result, sendKey, now }: IncidentFormProps) {
  const { form, field, values } = useFormFields(result)
  const isClosed = incident?.closed_at != null
  const highRisk = values ? values.is_high_risk === 'on' : (incident?.is_high_risk ?? false)
  return (
    <Form ref={form} method="post" noValidate className="max-w-measure">
      <input type="hidden" name="key" value={sendKey} />
      {incident && <input type="hidden" name="discovered_at" value={incident.discovered_at} />}
      <fieldset disabled={isClosed} className="grid gap-4">
        <legend className="sr-only">Facts of the incident</legend>
        <TextField label="Title" {...field('title', incident?.title)} maxLength={120} />
        {!incident && (
          <TextField label="Discovered at" type="datetime-local" {...field('discovered_at', lagosFieldValue(now))} />
        )}
        <TextArea
          label="What happened"
          {...field('what_happened', incident?.what_happened)}
          rows={4}
          maxLength={4000}
        />
        <TextArea
          label="Data affected"
          {...field('data_affected', incident?.data_affected)}
          rows={2}
          maxLength={1000}
        />
        <TextField
          label="People affected"
          inputMode="numeric"
          {...field('people_affected', incident?.people_affected)}
          hint="Your best estimate; correct it as you learn more."
        />
        <Checkbox name="is_high_risk" label="The risk for these people is high." defaultChecked={highRisk} />
        <TextArea label="Measures" {...field('measures', incident?.measures)} rows={3} maxLength={4000} />
        <TextField
          label="Commission told at"
          type="datetime-local"
          {...field('commission_notified_at', lagosFieldValue(incident?.commission_notified_at))}
        />
        <TextField
          label="People told at"
          type="datetime-local"
          {...field('people_notified_at', lagosFieldValue(incident?.people_notified_at))}
        />
        {!isClosed && (
          <div className="flex flex-wrap gap-3">
            <Button name="press" value="save">
              {incident ? 'Save' : 'Open the incident'}
            </Button>
            {incident && (
              <Button name="press" value="close" tone="plain">
                Save and close
              </Button>
            )}
            <LinkButton to={LIST} tone="plain">
              Back
            </LinkButton>
          </div>
        )}
      </fieldset>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.incident?.title ?? 'Open an incident', 'An incident with personal data.')

export const ErrorBoundary = notFoundBoundary({
  title: NOT_FOUND,
  lead: 'The address may be mistyped.',
  back: 'All incidents',
  to: LIST,
})
