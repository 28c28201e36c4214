import { Form, useNavigation } from 'react-router'
import { addDays, isCalendarDate, lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { type FormResult, keepInputOffline, readForm, reject, succeed } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextField } from '#web/ui/controls/text-field.tsx'
import { datedDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/holidays.ts'
import { addHoliday, type Holiday, listHolidays, removeHoliday } from './holiday-queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const from = lagosDate(new Date())
  return listHolidays(context.get(apiContext), { from, to: addDays(from, 365) })
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const { field } = form
  const [date, name] = [field('date'), field('name')]
  if (!isCalendarDate(date)) return reject(form, { text: 'Please choose a day.' })
  if (field('intent') === 'remove') {
    const { error } = await removeHoliday(api, date)
    if (error) return reject(form, { text: error.message })
    return succeed(`${datedDay(date)} is a business day again, if it is not at the weekend.`)
  }
  if (name.length < 3 || name.length > 80) {
    return reject(form, { text: 'Please write the name of the holiday, 3 to 80 characters.' })
  }
  const { error } = await addHoliday(api, { date, name, is_expected: field('is_expected') === 'on' })
  if (!error) return succeed(`${datedDay(date)} counts as a public holiday from now on.`)
  const isKnown = error.code === '23505'
  return reject(form, { text: isKnown ? 'This day is a public holiday already.' : error.message })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Bank holidays: refunds are promised within business days. */
export default function Holidays({ loaderData: list, actionData }: Route.ComponentProps) {
  return (
    <>
      <ListScreen
        title="Public holidays"
        lead="Refunds are promised within business days: Monday to Friday without these. What was promised before a change stays."
        caption="The next 12 months"
        list={list}
        columns={columns}
        rowKey={({ date }) => date}
        empty={
          <EmptyState title="No public holiday in the next 12 months.">
            Add them below as the government announces them.
          </EmptyState>
        }
      >
        <SettingsTabs current="holidays" />
        <OutcomeNotice outcome={actionData} />
      </ListScreen>
      <div className="mt-8">
        <SectionHeading>Add a holiday</SectionHeading>
        <AddForm key={list.rows.length} result={actionData?.values.intent === 'add' ? actionData : undefined} />
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

function AddForm({ result }: { result: FormResult | undefined }) {
  const { form, field, values } = useFormFields(result)
  const busy = useNavigation().formData?.get('intent') === 'add'
  return (
    <Form ref={form} method="post" className="grid max-w-measure gap-4">
      <input type="hidden" name="intent" value="add" />
      <div className="field-row grid gap-x-4 sm:grid-cols-2">
        <TextField label="Day" {...field('date')} type="date" required />
        <TextField label="Name" {...field('name')} minLength={3} maxLength={80} required />
      </div>
      <Checkbox name="is_expected" label="Expected: not announced yet" defaultChecked={values?.is_expected === 'on'} />
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
