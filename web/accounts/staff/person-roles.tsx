import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedDay, datedMoment } from '#web/ui/format.ts'
import type { PersonHead, PersonParts } from './person-queries.ts'

export function WhoTheyAre({ person }: { person: PersonHead }) {
  return (
    <DataList
      facts={[
        { label: 'Role', value: roleLabels[parseRole(person.role)] },
        ...(person.states.length > 0 ? [{ label: 'Looks after', value: person.states.join(', ') }] : []),
        { label: 'Confirmed', value: person.is_confirmed ? 'Yes' : 'Not yet' },
        { label: 'Verified', value: person.is_verified ? 'Yes' : 'No' },
        { label: 'Last sign-in', value: person.last_sign_in_at ? datedMoment(person.last_sign_in_at) : 'Never' },
        ...(person.language ? [{ label: 'Language', value: person.language }] : []),
        ...(person.business ? [{ label: 'Company', value: person.business }] : []),
        ...(person.is_deleted ? [{ label: 'Account', value: 'Deleted' }] : []),
      ]}
    />
  )
}

const DUTY_LABELS: Record<string, string> = { shop: 'Owner', 'hand-over': 'Hands over', delivery: 'Delivers' }

export function Duties({ duties }: { duties: PersonParts['duties'] }) {
  if (duties.length === 0) return null
  return (
    <RecordSection id="duties" title="Duties">
      <ul className="divide-y divide-grain border-y border-grain">
        {duties.map(({ kind, name, subject_id: id, subject_kind: subject, state, since }) => (
          <li key={`${kind}-${id}`} className="py-2">
            <RecordLink kind={subject === 'place' ? 'place' : 'shop'} id={id}>
              {name}
            </RecordLink>
            <span className="block text-14 text-soft">
              {DUTY_LABELS[kind] ?? kind}, {state}, since {datedDay(since)}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
