import { brand } from '#domain/brand/brand.ts'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readFigures } from '../setting-figures.ts'
import type { Route } from './+types/vendor-terms.ts'
import { LegalPage } from './legal-page.tsx'
import { legalSummaries } from './legal-summaries.ts'
import { vendorDuties } from './vendor-duties.tsx'
import { vendorMoney } from './vendor-money.tsx'

export const loader = ({ context }: Route.LoaderArgs) => readFigures(context.get(apiContext))

export default function VendorTerms({ loaderData: figures }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Vendor Terms"
      lead={`The agreement between ${brand.name} and the shops that sell here.`}
      summary={legalSummaries.vendors}
      figures={figures}
      sections={[...vendorDuties, ...vendorMoney(figures)]}
    />
  )
}

export const meta = () =>
  pageMeta('Vendor Terms', 'Approval, offers, the platform fee, payout, punctuality, cancellation, claims and data.')
