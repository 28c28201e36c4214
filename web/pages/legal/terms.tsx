import { brand } from '#domain/brand/brand.ts'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readFigures } from '../setting-figures.ts'
import type { Route } from './+types/terms.ts'
import { LegalPage } from './legal-page.tsx'
import { legalSummaries } from './legal-summaries.ts'
import { termsOfBuying } from './terms-of-buying.tsx'
import { termsOfMembership } from './terms-of-membership.tsx'
import { termsWhenThingsGoWrong } from './terms-when-things-go-wrong.tsx'

export const loader = ({ context }: Route.LoaderArgs) => readFigures(context.get(apiContext))

export default function Terms({ loaderData: figures }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Terms of Service"
      lead={`The agreement between you and ${brand.name} when you use this market as a buyer or an affiliate.`}
      summary={legalSummaries.terms}
      figures={figures}
      sections={[...termsOfMembership(figures), ...termsOfBuying(figures), ...termsWhenThingsGoWrong]}
    />
  )
}

export const meta = () =>
  pageMeta(
    'Terms of Service',
    'Accounts, group buys, fees, payment, leaving, refunds, disputes, rewards and referrals.',
  )
