import { Form, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { settingTexts } from '#domain/settings/setting-texts.ts'
import { isCalendarDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm, reject, succeed } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/officer.ts'
import { DataProtectionTabs } from './tabs.tsx'

const KEYS = [
  'data_officer_name',
  'data_officer_email',
  'data_registration_number',
  'data_registered_on',
  'data_registered_until',
  'data_audit_return_on',
] as const

/** The values in force, by key; empty where nothing is known yet. */
async function readFacts({ tables }: Api): Promise<Record<string, string>> {
  const { data } = await tables
    .from('settings')
    .select('key, value')
    .in('key', [...KEYS])
    .is('withdrawn_at', null)
    .order('effective_from')
    .limit(500)
    .throwOnError()
  return Object.fromEntries(data.map(({ key, value }) => [key, typeof value === 'string' ? value : '']))
}

export const loader = async ({ context }: Route.LoaderArgs) => ({ facts: await readFacts(context.get(apiContext)) })

/** Each changed fact is a new value of its setting, so that the former ones stay on record. */
export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const facts = await readFacts(api)
  const changed = KEYS.filter((key) => form.field(key) !== (facts[key] ?? ''))
  const errors = Object.fromEntries(changed.flatMap((key) => faultOf(key, form.field(key)) ?? []))
  if (Object.keys(errors).length > 0) return reject(form, { errors })
  if (changed.length === 0) return succeed('Nothing has changed.')
  const rows = changed.map((key) => ({ key, value: form.field(key) || null, note: 'Data protection' }))
  const { error } = await api.tables.from('settings').insert(rows)
  return error ? reject(form, { text: error.message }) : succeed('Saved. The former facts stay in the settings.')
}

const isDay = (key: string) => settingTexts[key]?.unit === 'day'

/** The key with its error, as an entry. */
function faultOf(key: string, typed: string): [string, string][] | null {
  if (typed === '') return null
  if (isDay(key)) return isCalendarDate(typed) ? null : [[key, 'This must be a date.']]
  if (key === 'data_officer_email' && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(typed))
    return [[key, 'This must be an e-mail address.']]
  return typed.length > 120 ? [[key, 'This must have at most 120 characters.']] : null
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The person who answers for data protection, and the market's registration with the commission. */
export default function Officer({ loaderData: { facts }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  const { form, field } = useFormFields(actionData)
  return (
    <>
      <PageHeading lead="Who answers for data protection, and the registration with the commission.">
        Data protection
      </PageHeading>
      <DataProtectionTabs current="officer" />
      <OutcomeNotice outcome={actionData} />
      <Form ref={form} method="post" noValidate className="grid max-w-measure gap-4">
        {KEYS.map((key) => (
          <TextField
            key={key}
            label={settingTexts[key]?.label ?? key}
            type={isDay(key) ? 'date' : 'text'}
            maxLength={120}
            {...field(key, facts[key])}
          />
        ))}
        <Button busy={busy} busyLabel="Saving" className="justify-self-start">
          Save
        </Button>
      </Form>
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Data protection officer', 'The officer and the registration.')
