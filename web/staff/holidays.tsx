import { Form, useNavigation } from 'react-router'
import { isCalendarDate, lagosDate } from '#domain/time/calendar.ts'
import { missingHolidays, type ProposedHoliday } from '#domain/time/holiday-proposals.ts'
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
import { datedDay, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/holidays.ts'
import { addHoliday, addHolidays, type Holiday, listHolidays, removeHoliday } from './holiday-queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const year = Number(lagosDate(new Date()).slice(0, 4))
  const list = await listHolidays(context.get(apiContext), { from: `${year}-01-01`, to: `${year + 1}-12-31` })
  return { year, list, proposed: list.failure ? [] : missingHolidays(year + 1, list.rows) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const { field } = form
  if (field('intent') === 'adopt') {
    const year = Number(lagosDate(new Date()).slice(0, 4)) + 1
    const { rows, failure } = await listHolidays(api, { from: `${year}-01-01`, to: `${year}-12-31` })
    // Only days that were shown are adopted: another chief may have changed the list meanwhile.
    const shown = field('dates').split(' ')
    const chosen = missingHolidays(year, rows).filter((holiday) => shown.includes(holiday.date))
    if (failure || chosen.length === 0)
      return reject(form, { text: failure ?? 'These holidays are in the list already.' })
    const { error } = await addHolidays(api, chosen)
    return error ? reject(form, { text: error.message }) : succeed(`The holidays of ${year} are in the list.`)
  }
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
export default function Holidays({ loaderData: { year, list, proposed }, actionData }: Route.ComponentProps) {
  return (
    <>
      <ListScreen
        title="Public holidays"
        lead="Refunds are promised within business days: Monday to Friday without these. What was promised before a change stays."
        caption={`${year} and ${year + 1}`}
        list={list}
        columns={columns}
        rowKey={({ date }) => date}
        empty={
          <EmptyState title={`No public holiday in ${year} and ${year + 1}.`}>
            Add them below as the government announces them.
          </EmptyState>
        }
      >
        <SettingsTabs current="holidays" />
        <OutcomeNotice outcome={actionData} />
      </ListScreen>
      <Proposals year={year + 1} proposed={proposed} isMissing={list.rows.every(({ date }) => date < `${year + 1}`)} />
      <div className="mt-8">
        <SectionHeading>Add a holiday</SectionHeading>
        <AddForm key={list.rows.length} result={actionData?.values.intent === 'add' ? actionData : undefined} />
      </div>
    </>
  )
}

const proposalColumns: Column<Holiday>[] = [
  { header: 'Day', heading: true, cell: ({ date }) => <span className="whitespace-nowrap">{datedDay(date)}</span> },
  { header: 'Holiday', cell: ({ name }) => name },
  {
    header: 'Standing',
    cell: ({ is_expected }) => (is_expected ? <Badge tone="warm">Expected</Badge> : <Badge>Fixed</Badge>),
  },
]

const columns: Column<Holiday>[] = [
  ...proposalColumns,
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

interface ProposalsProps {
  year: number
  proposed: readonly ProposedHoliday[]
  /** Nothing of the year is in the list. */
  isMissing: boolean
}

/** Holidays that next year's list lacks, adopted with one press. */
function Proposals({ year, proposed, isMissing }: ProposalsProps) {
  const busy = useNavigation().formData?.get('intent') === 'adopt'
  if (proposed.length === 0) return null
  return (
    <div className="mt-8">
      <SectionHeading>Proposed for {year}</SectionHeading>
      {isMissing && (
        <Notice tone="warning" className="mb-4">
          The list of {year} is missing. Without it, refunds are promised as if every weekday were a business day.
        </Notice>
      )}
      <p className="mb-3 max-w-measure text-soft">
        Fixed days and those of Easter are known. Days of the moon are computed, and may move by a day or two: they are
        expected until the government announces them.
      </p>
      <Table
        stacked
        caption={`Proposed for ${year}`}
        columns={proposalColumns}
        rows={proposed}
        rowKey={({ date }) => date}
      />
      <Form method="post" preventScrollReset className="mt-4">
        <input type="hidden" name="intent" value="adopt" />
        <input type="hidden" name="dates" value={proposed.map(({ date }) => date).join(' ')} />
        <Button busy={busy} busyLabel="Adding">
          Add {plural(proposed.length, 'holiday')} of {year}
        </Button>
      </Form>
    </div>
  )
}

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
