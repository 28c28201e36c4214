import { type Role, roleLabels } from '#domain/accounts/roles.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { choice, DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import { ListScreen } from '#web/desk/lists/list-screen.tsx'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { datedDay } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/people.ts'
import { handlePersonForm } from './handle-person-form.ts'
import { listPeople, PEOPLE_ORDER, PEOPLE_SORTS, type Person, verifiedAmong } from './people-queries.ts'
import { SignOut } from './sign-out.tsx'
import { Verification } from './verification.tsx'

const { visitor: _, ...STORED_ROLES } = roleLabels
const FILTERS = { search: { label: 'Name or email' }, role: choice('Role', 'All', STORED_ROLES), ...DAYS }

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = readListQuery(url.searchParams, FILTERS, PEOPLE_SORTS)
  const list = await listPeople(api, query)
  return {
    self: context.get(viewerContext).userId,
    query,
    list,
    verified: await verifiedAmong(api, list.rows),
    today: lagosDate(new Date()),
  }
}

export const action = async ({ request, context }: Route.ActionArgs) =>
  handlePersonForm(context.get(apiContext), await readForm(request))

/** All users with their e-mail addresses, for chiefs. */
export default function People({
  loaderData: { self, query, list, verified, today },
  actionData,
}: Route.ComponentProps) {
  return (
    <ListScreen
      title="Customers"
      lead="All accounts."
      sort={PEOPLE_ORDER}
      today={today}
      action={<LinkButton to="/chief/staff">Change a role</LinkButton>}
      filters={FILTERS}
      query={query}
      noun={{ one: 'person', many: 'people' }}
      list={list}
      columns={[
        ...columns,
        { header: 'Verified', cell: (person) => <Verification person={person} verified={verified} /> },
        {
          header: 'Sign out',
          hideHeader: true,
          cell: (person) => (person.id === self ? null : <SignOut person={person} />),
        },
      ]}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No one matches.">Users appear here when they sign up.</EmptyState>}
    >
      <OutcomeNotice namesFault outcome={actionData} />
    </ListScreen>
  )
}

const columns: Column<Person>[] = [
  {
    header: 'Name',
    heading: true,
    cell: ({ id, full_name: name, email, phone }) => (
      <span className="block sm:min-w-40 break-words">
        <RecordLink kind="person" id={id}>
          {name || 'No name'}
        </RecordLink>
        <span className="block text-14 font-normal break-all text-soft">{email || phone || 'No address left'}</span>
      </span>
    ),
  },
  { header: 'Role', cell: ({ role }) => roleLabels[role as Role] ?? role },
  { header: 'Confirmed', cell: ({ confirmed }) => (confirmed ? 'Yes' : 'Not yet') },
  {
    header: 'Joined',
    sort: 'joined',
    cell: ({ created_at: at }) => <span className="whitespace-nowrap">{datedDay(at)}</span>,
  },
  {
    header: 'Last sign-in',
    sort: 'seen',
    cell: ({ last_sign_in_at: at }) => <span className="whitespace-nowrap">{at ? datedDay(at) : 'Never'}</span>,
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Customers', 'All accounts.')
