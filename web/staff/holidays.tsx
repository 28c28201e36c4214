import { data, Form, useNavigation } from 'react-router'
import { addDays, isCalendarDate, lagosDate } from '#domain/calendar.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { apiContext } from '#web/context.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { datedDay } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { Checkbox, TextField } from '#web/ui/text-field.tsx'
import { type ActionOutcome, OutcomeNotice } from '../desk/outcome.tsx'
import { SettingsTabs } from '../desk/settings-tabs.tsx'
import type { Route } from './+types/holidays.ts'
import { addHoliday, type Holiday, listHolidays, removeHoliday } from './holiday-queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const from = lagosDate(new Date())
  return listHolidays(context.get(apiContext), { from, to: addDays(from, 365) })
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const [date, name] = [field('date'), field('name')]
  if (!isCalendarDate(date)) return refused('Please choose a day.')
  if (form.get('intent') === 'remove') {
    const { error } = await removeHoliday(api, date)
    return error
      ? refused(error.message)
      : done(`${datedDay(date)} is a business day again, if it is not at the weekend.`)
  }
  if (name.length < 3 || name.length > 80) return refused('Please write the name of the holiday, 3 to 80 characters.')
  const { error } = await addHoliday(api, { date, name, is_expected: form.get('is_expected') === 'on' })
  if (error?.code === '23505') return refused('This day is a public holiday already.')
  return error ? refused(error.message) : done(`${datedDay(date)} counts as a public holiday from now on.`)
}

const done = (text: string): ActionOutcome => ({ ok: true, text })
const refused = (text: string) => data({ ok: false, text } satisfies ActionOutcome, 400)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withOfflineFallback(serverAction, () => ({ ok: false, text: errorTexts.offline }) satisfies ActionOutcome)

export const shouldRevalidate = revalidateUnlessOffline

/** Bank holidays: refunds are promised within business days. */
export default function Holidays({ loaderData: { rows, failure }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="Refunds are promised within business days: Monday to Friday without these. What was promised before a change stays.">
        Public holidays
      </PageHeading>
      <SettingsTabs current="holidays" />
      <OutcomeNotice outcome={actionData} />
      {failure && <ErrorState message={failure} reload />}
      {!failure && rows.length === 0 && (
        <EmptyState title="No public holiday in the next 12 months.">
          Add them below as the government announces them.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table stacked caption="The next 12 months" columns={columns} rows={rows} rowKey={({ date }) => date} />
      )}
      <div className="mt-8">
        <SectionHeading>Add a holiday</SectionHeading>
        <AddForm key={rows.length} />
      </div>
    </>
  )
}

const columns: Column<Holiday>[] = [
  { header: 'Day', heading: true, cell: ({ date }) => <span className="whitespace-nowrap">{datedDay(date)}</span> },
  { header: 'Holiday', cell: ({ name }) => name },
  {
    header: 'Standing',
    cell: ({ is_expected }) => (is_expected ? <Badge tone="warm">Expected</Badge> : <Badge>Fixed</Badge>),
  },
  {
    header: 'Tools',
    hideHeader: true,
    cell: ({ date, name }) => (
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="date" value={date} />
        <Button tone="plain" size="small" aria-label={`Remove ${name}, ${datedDay(date)}`}>
          Remove
        </Button>
      </Form>
    ),
  },
]

function AddForm() {
  const busy = useNavigation().formData?.get('intent') === 'add'
  return (
    <Form method="post" className="grid max-w-measure gap-4">
      <input type="hidden" name="intent" value="add" />
      <div className="field-row grid gap-x-4 sm:grid-cols-2">
        <TextField label="Day" name="date" type="date" required />
        <TextField label="Name" name="name" minLength={3} maxLength={80} required />
      </div>
      <Checkbox name="is_expected" label="Expected: not announced yet" />
      <div>
        <Button busy={busy} busyLabel="Adding">
          Add holiday
        </Button>
      </div>
    </Form>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Public holidays', 'Public holidays, which are not business days.')
