import { brand } from '#domain/brand.ts'
import { titled } from '#web/titled.ts'
import { inShort } from './in-short.ts'
import { LegalPage } from './legal-page.tsx'
import { vendorDuties } from './vendor-duties.tsx'
import { vendorMoney } from './vendor-money.tsx'

export default function VendorTerms() {
  return (
    <LegalPage
      title="Vendor Terms"
      lead={`The agreement between ${brand.name} and the shops that sell here.`}
      summary={inShort.vendors}
      sections={[...vendorDuties, ...vendorMoney]}
    />
  )
}

export const meta = () =>
  titled('Vendor Terms', 'Approval, offers, the platform fee, payout, punctuality, cancellation, claims and data.')
