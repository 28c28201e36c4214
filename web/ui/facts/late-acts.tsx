import { useLingui } from '@lingui/react'
import type { Lateness } from '#domain/orders/buyer/lateness.ts'
import { LinkButton } from '../button.tsx'

interface LateActsProps {
  orderId: string
  lateness: Lateness | null
}

/** The acts that are open for a late order, the best first. */
export function LateActs({ orderId, lateness }: LateActsProps) {
  const { i18n } = useLingui()
  if (!lateness) return null
  const links = {
    'choose-place': {
      to: `/account/orders/${orderId}/where`,
      text: lateness.reason === 'not-collected' ? i18n.t('Have it delivered') : i18n.t('Choose another place'),
    },
    claim: { to: `/account/claims/new?order=${orderId}`, text: i18n.t('It did not come: claim it') },
    collect: { to: '/account/codes', text: i18n.t('Show my code') },
    write: { to: `/account/orders/${orderId}#write`, text: i18n.t('Write to the vendor') },
  }
  return (
    <ul className="mb-4 flex flex-wrap gap-3 print:hidden">
      {lateness.acts.map((act, index) => (
        <li key={act}>
          <LinkButton to={links[act].to} {...(index > 0 && { tone: 'plain' as const })}>
            {links[act].text}
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
