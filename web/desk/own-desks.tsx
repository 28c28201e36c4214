import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { count } from '#web/ui/format.ts'
import type { Desk } from './desks.ts'

/** The viewer's desks at the top of their dashboard; desks do not follow from the role. */
export function OwnDesks({ desks }: { desks: readonly Desk[] }) {
  const { i18n } = useLingui()
  if (desks.length === 0) return null
  return (
    <section aria-labelledby="your-desks" className="mb-8">
      <h2 id="your-desks" className="mb-3 text-22">
        {i18n.t('Your work')}
      </h2>
      <ul className="divide-y divide-grain rounded-card border border-grain bg-card">
        {desks.map(({ duty, place, to, amount }) => (
          <li key={`${to} ${place}`}>
            <Link to={to} className="flex min-h-12 items-center gap-4 px-4 py-2 hover:bg-grain-wash">
              <strong className="min-w-10 text-right text-22 tabular-nums">{count(amount)}</strong>
              <span className="min-w-0 break-words underline underline-offset-4">
                {i18n.t((amount === 1 ? ONE : MANY)[duty as keyof typeof MANY], { place })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MANY = {
  'hand-over': /*i18n*/ 'people are expected at {place}: hand over',
  delivery: /*i18n*/ 'deliveries on your run from {place}',
  invitation: /*i18n*/ 'invitations from {place}',
}

const ONE: typeof MANY = {
  'hand-over': /*i18n*/ 'person is expected at {place}: hand over',
  delivery: /*i18n*/ 'delivery on your run from {place}',
  invitation: /*i18n*/ 'invitation from {place}',
}
