import { Form, redirect } from 'react-router'
import {
  REQUEST_CHANNELS,
  REQUEST_KINDS,
  requestChannelLabels,
  requestKindLabels,
} from '#domain/data-protection/requests.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { idParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/new-request.ts'
import { findAccount } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const id = idParam(url.searchParams, 'person')
  const { data } = id
    ? await context.get(apiContext).tables.from('user_directory').select('email, full_name').eq('id', id).maybeSingle()
    : { data: null }
  return { personId: id, person: data, today: lagosDate(new Date()), key: crypto.randomUUID() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const { field } = form
  const email = field('email')
  const personId = field('person_id') || (email ? await findAccount(api, email) : null)
  if (email && !personId) return reject(form, { errors: { email: 'No account has this e-mail address.' } })
  const done = await api.command(
    'open-data-request',
    {
      kind: field('kind') as (typeof REQUEST_KINDS)[number],
      channel: field('channel') as (typeof REQUEST_CHANNELS)[number],
      person_id: personId,
      requester: field('requester'),
      details: field('details'),
      received_on: field('received_on'),
    },
    form.key,
  )
  if (!done.ok) return rejectCommand(form, done)
  return redirect(`/chief/data-protection/requests/${done.value.request_id}`)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A request that reached the market by mail, phone, letter or in person. */
export default function NewDataRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { personId, person, today, key } = loaderData
  const { form, field } = useFormFields(actionData)
  return (
    <>
      <PageHeading lead="Received outside of an account. The 30 days begin on the day of receipt.">
        Enter a request
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      <Form ref={form} method="post" noValidate className="grid max-w-measure gap-4">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="person_id" value={personId} />
        <SelectField
          label="They ask for"
          {...field('kind', 'access')}
          options={REQUEST_KINDS.map((kind) => ({ value: kind, label: requestKindLabels[kind] }))}
        />
        <SelectField
          label="It came by"
          {...field('channel', 'e-mail')}
          options={REQUEST_CHANNELS.map((channel) => ({ value: channel, label: requestChannelLabels[channel] }))}
        />
        <TextField label="Received on" type="date" max={today} {...field('received_on', today)} />
        <TextField label="Name or e-mail they gave" {...field('requester', person?.full_name)} maxLength={200} />
        {!personId && (
          <TextField
            label="E-mail of the account"
            type="email"
            {...field('email')}
            hint="Leave it empty if you do not know the account yet."
          />
        )}
        <TextArea label="What they wrote or said" {...field('details')} rows={4} maxLength={2000} />
        <FormButtons back="/chief/data-protection">Enter</FormButtons>
      </Form>
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Enter a request', 'A request about personal data.')
