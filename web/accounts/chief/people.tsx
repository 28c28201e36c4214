import { ROLES, type Role, roleLabels } from '#domain/accounts/roles.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { PagedTable } from '#web/desk/paged-table.tsx'
import { choiceParam, pageParam, textParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { FilterForm, FilterSearch } from '#web/ui/filter-form.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { Route } from './+types/people.ts'
import { handlePersonForm } from './handle-person-form.ts'
import { listPeople, type Person, verifiedAmong } from './people-queries.ts'
import { SignOut } from './sign-out.tsx'
import { Verification } from './verification.tsx'

const STORED_ROLES = ROLES.filter((role) => role !== 'visitor')

export async function loader({ url, context }: Route.LoaderArgs) {
  const filters = {
    search: textParam(url.searchParams, 'search'),
    role: choiceParam(url.searchParams, 'role', STORED_ROLES),
  }
  const page = pageParam(url.searchParams)
  const api = context.get(apiContext)
  const list = await listPeople(api, { ...filters, page })
  return { self: context.get(viewerContext).userId, filters, page, list, verified: await verifiedAmong(api, list.rows) }
}

export const action = ({ request, context }: Route.ActionArgs) => handlePersonForm(request, context.get(apiContext))

/** All users with their e-mail addresses, which only administrators can read. */
export default function People({
  loaderData: { self, filters, page, list, verified },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="All accounts, newest first." action={<LinkButton to="/chief/staff">Change a role</LinkButton>}>
        Customers
      </PageHeading>
      {actionData?.error && <Notice tone="error">{actionData.error}</Notice>}
      {actionData?.done && <Notice tone="success">{actionData.done}</Notice>}
      <FilterForm>
        <FilterSearch label="Name or email" value={filters.search} />
        <SelectField
          label="Role"
          name="role"
          defaultValue={filters.role}
          options={[
            { value: '', label: 'All' },
            ...STORED_ROLES.map((role) => ({ value: role, label: roleLabels[role] })),
          ]}
        />
      </FilterForm>
      <PagedTable
        caption="people"
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
        page={page}
        path="/chief/customers"
        filters={filters}
        empty={<EmptyState title="No one matches.">Users appear here when they sign up.</EmptyState>}
      />
    </>
  )
}

const columns: Column<Person>[] = [
  {
    header: 'Name',
    heading: true,
    cell: ({ full_name: name, email, phone }) => (
      <span className="block sm:min-w-40 break-words">
        {name || 'No name'}
        <span className="block text-14 font-normal break-all text-soft">{email || phone || 'No address left'}</span>
      </span>
    ),
  },
  { header: 'Role', cell: ({ role }) => roleLabels[role as Role] ?? role },
  { header: 'Confirmed', cell: ({ confirmed }) => (confirmed ? 'Yes' : 'Not yet') },
  { header: 'Joined', cell: ({ created_at: at }) => <span className="whitespace-nowrap">{longDay(at)}</span> },
  {
    header: 'Last sign-in',
    cell: ({ last_sign_in_at: at }) => <span className="whitespace-nowrap">{at ? longDay(at) : 'Never'}</span>,
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Customers', 'All accounts.')
