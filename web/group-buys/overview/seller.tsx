import { useLingui } from '@lingui/react'
import { Link } from 'react-router'

interface SoldBy {
  vendor: { id: string; business_name: string } | null
  vendor_location: string
}

/** The shop and its city. A shop that is not open has no link. */
export function Seller({ buy }: { buy: SoldBy }) {
  const { i18n } = useLingui()
  if (!buy.vendor) return i18n.t('A shop in {city} that is not open at the moment', { city: buy.vendor_location })
  return (
    <Link to={`/shop/${buy.vendor.id}`} className="text-link">
      {buy.vendor.business_name}, {buy.vendor_location}
    </Link>
  )
}
