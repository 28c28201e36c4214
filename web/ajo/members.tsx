import { useLingui } from '@lingui/react'
import { Badge } from '#web/ui/badge.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { memberStates } from './circle-texts.ts'
import type { CircleMonth, CirclePerson, Contribution } from './queries.ts'

interface MembersProps {
  people: readonly CirclePerson[]
  contributions: readonly Contribution[]
  open: CircleMonth | null
}

/** The members, in the order of their turns if they take turns, and who has paid this month. */
export function Members({ people, contributions, open }: MembersProps) {
  const { i18n } = useLingui()
  const hasPaid = ({ id }: CirclePerson) =>
    contributions.some(({ member_id, month, paid_at }) => member_id === id && month === open?.month && paid_at !== null)
  return (
    <section aria-labelledby="members">
      <SectionHeading id="members">{i18n.t('Members')}</SectionHeading>
      <ul className="divide-y divide-grain border-y border-grain">
        {people.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 break-words">
              {person.is_own ? i18n.t('{name} (you)', { name: person.full_name }) : person.full_name}
              {person.turn !== null && (
                <span className="block text-14 text-soft">{i18n.t('Turn: month {month}', { month: person.turn })}</span>
              )}
            </span>
            {open && person.status === 'active' ? (
              <Badge tone={hasPaid(person) ? 'good' : 'plain'}>
                {hasPaid(person) ? i18n.t('Paid this month') : i18n.t('Not paid yet')}
              </Badge>
            ) : (
              <Badge>{i18n.t(memberStates[person.status])}</Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
