import { brand } from '#domain/brand.ts'
import { titled } from '#web/titled.ts'
import { inShort } from './in-short.ts'
import { LegalPage } from './legal-page.tsx'
import { termsOfBuying } from './terms-of-buying.tsx'
import { termsOfMembership } from './terms-of-membership.tsx'
import { termsWhenThingsGoWrong } from './terms-when-things-go-wrong.tsx'

export default function Terms() {
  return (
    <LegalPage
      title="Terms of Service"
      lead={`The agreement between you and ${brand.name} when you use this market as a buyer or an affiliate.`}
      summary={inShort.terms}
      sections={[...termsOfMembership, ...termsOfBuying, ...termsWhenThingsGoWrong]}
    />
  )
}

export const meta = () =>
  titled('Terms of Service', 'Accounts, group buys, fees, payment, leaving, refunds, disputes, rewards and referrals.')
