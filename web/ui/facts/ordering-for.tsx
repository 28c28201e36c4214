import { useLingui } from '@lingui/react'
import { Link } from 'react-router'

/** Says before ordering that it is for the company, with the way to change that. */
export function OrderingFor({ business }: { business: string | null }) {
  const { i18n } = useLingui()
  if (!business) return null
  return (
    <p className="break-words">
      {i18n.t('You order for {business}.', { business })}{' '}
      <Link to="/account/business" className="inline-flex min-h-11 items-center text-link">
        {i18n.t('Change whom it is for')}
      </Link>
    </p>
  )
}
