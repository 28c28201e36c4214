import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { datedDay } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Person } from './people-queries.ts'

/** Users with a radio button each; the surrounding form sends `user_id`. */
export function PeopleTable({ people }: { people: readonly Person[] }) {
  return (
    <Table
      caption="All users"
      columns={COLUMNS}
      rows={people}
      rowKey={(person) => person.id}
      empty={<EmptyState title="No one found.">Try part of the name or email address.</EmptyState>}
    />
  )
}

const COLUMNS: Column<Person>[] = [
  {
    header: 'Pick',
    hideHeader: true,
    cell: (person) => (
      <label className="-my-2.5 flex size-11 items-center justify-center">
        <span className="sr-only">Pick {nameOf(person)}</span>
        <input type="radio" name="user_id" value={person.id} className="size-5" />
      </label>
    ),
  },
  {
    header: 'Name and email',
    heading: true,
    // In one column, so that name and email fit on a phone together with the role.
    cell: (person) => (
      <span className="block sm:min-w-36 max-w-80 break-words">
        {person.full_name || '(no name)'}
        <span className="block text-14 font-normal text-soft">{person.email ?? person.phone ?? '(none)'}</span>
      </span>
    ),
  },
  {
    header: 'Role',
    cell: (person) => (
      <>
        {roleLabels[parseRole(person.role)]}
        {person.created_at && (
          <span className="hidden text-14 text-soft sm:block">since {datedDay(person.created_at)}</span>
        )}
      </>
    ),
  },
]

function nameOf(person: Person): string {
  return person.full_name || person.email || person.phone || 'a user without a name'
}
